import { builder } from './builder.ts'

/** A code that was just handed out. */
export interface OneTimeCode {
  code: string
  expiresAt: Date
  /** The e-mail to sign in with. */
  login: string
}

export const OneTimeCodeType = builder.objectRef<OneTimeCode>('OneTimeCode').implement({
  description: 'A code that replaces a password once.',
  fields: (t) => ({
    code: t.exposeString('code'),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    login: t.exposeString('login'),
  }),
})
