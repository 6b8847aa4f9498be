import type { Config } from './config.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { PayuClient } from './payu/client.ts'
import type { PushClient } from './push/client.ts'

/** Services for commands besides the database. */
export interface Services {
  config: Config
  /** Queues background jobs. */
  jobs: Pick<Jobs, 'send'>
  /** The payment gateway; null when none is set up. */
  payu: PayuClient | null
  /** The public key of web push, and which push endpoints are allowed. */
  push: Pick<PushClient, 'publicKey' | 'allows'>
  /** Whether the installation has a provider for each channel. */
  canSend: Readonly<Record<'WHATSAPP' | 'SMS', boolean>>
}
