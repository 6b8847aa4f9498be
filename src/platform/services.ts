import type { Config } from './config.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { PayuClient } from './payu/client.ts'
import type { PushClient } from './push/client.ts'

/** What commands may use besides the database. */
export interface Services {
  config: Config
  /** Orders work that is done behind the answer. */
  jobs: Pick<Jobs, 'send'>
  /** The payment gateway; null where none is set up. */
  payu: PayuClient | null
  /** Which devices can be told, and by whom. */
  push: Pick<PushClient, 'publicKey' | 'allows'>
  /** Whether the installation has a provider for these messages. */
  canSend: Readonly<Record<'WHATSAPP' | 'SMS', boolean>>
}
