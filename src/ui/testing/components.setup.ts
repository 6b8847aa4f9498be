import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'

// For a test that hangs; the usual second is too little where other programs use the processor too.
configure({ asyncUtilTimeout: 50_000 })

// What stayed on the screen would go on working after the document is gone, and fail a test that has passed.
afterEach(cleanup)
// React's last work waits for its turn; it must have had it before the document goes.
afterAll(() => new Promise((resolve) => setImmediate(resolve)))
