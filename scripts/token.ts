import { codeExchange, passwordSignIn } from './codeExchange.ts'

/**
 * `npm run --silent token -- EMAIL [PASSWORD]`: signs in at a running server and prints an access token, nothing else.
 */
const [email, password = '9876543210'] = process.argv.slice(2)
const appUrl = (process.env.APP_URL || 'http://localhost:4000').replace(/\/+$/, '')

if (!email) {
  console.error('Usage: npm run --silent token -- EMAIL [PASSWORD]')
  process.exitCode = 2
} else {
  try {
    const { accessToken } = await codeExchange(appUrl, await passwordSignIn(appUrl, { email, password }))
    console.log(accessToken)
  } catch (error) {
    const away = error instanceof TypeError
    const reason = away ? 'no server answers there; start it, or name its address in APP_URL' : (error as Error).message
    console.error(`No token for ${email} from ${appUrl}: ${reason}.`)
    process.exitCode = 1
  }
}
