import { configure } from '@testing-library/react'

// For a test that hangs; the usual second is too little where other programs use the processor too.
configure({ asyncUtilTimeout: 50_000 })
