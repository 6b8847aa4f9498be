/**
 * Import this before any schema. zod would compile schemas with `new Function` and tests first whether it may. The
 * content security policy forbids it, and the browser reports even the test.
 *
 * The value is zod's own place for its settings, which `z.config` writes to. Calling that would load zod with the first
 * screen, where most have no form.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
