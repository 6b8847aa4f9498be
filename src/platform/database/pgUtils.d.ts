declare module 'pg/lib/utils.js' {
  /** How the driver turns a JavaScript value into what it binds. */
  export function prepareValue(value: unknown): unknown
}
