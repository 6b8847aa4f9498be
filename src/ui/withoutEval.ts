import { config } from 'zod'

/**
 * Import this before any schema. zod would compile schemas with `new Function` and tests first whether it may. The
 * content security policy forbids it, and the browser reports even the test.
 */
config({ jitless: true })
