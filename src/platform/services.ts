import type { Config } from './config.ts'

/** What commands may use besides the database. */
export interface Services {
  config: Config
}
