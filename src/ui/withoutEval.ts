import { config } from 'zod'

/**
 * Imported before any schema: zod would compile them by `new Function`, and asks first whether it may. The content security policy says no,
 * and a browser counts and reports the question.
 */
config({ jitless: true })
