/**
 * Loads React's production build for the papers that the server renders. React chooses its build when it is first
 * loaded: without `NODE_ENV=production` the development build, whose elements take three times as long. Import this
 * before anything that imports React.
 */
import { createRequire } from 'node:module'

const given = process.env.NODE_ENV
const require = createRequire(import.meta.url)

process.env.NODE_ENV = 'production'
try {
  require('react')
  require('react-dom/server')
} finally {
  // A setting of its own meaning: what is refused in production.
  if (given === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = given
}
