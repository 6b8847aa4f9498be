// Runs before `npm start` and similar commands, in plain JavaScript that an old Node.js can run, and prints what to
// install.
const { existsSync } = require('node:fs')
const { join } = require('node:path')

const installed = existsSync(join(__dirname, '../node_modules/fastify'))
const recent = Number(process.versions.node.split('.')[0]) >= 24

if (!installed) {
  process.stderr.write('The packages of Shala are not installed. Run npm ci first.\n')
  process.exit(1)
}
if (!recent) {
  process.stderr.write(
    `Shala needs Node.js 24 or newer, and this is ${process.version}. It comes with the packages: run npm ci, and start with npm start. ` +
      'If npm runs without install scripts (ignore-scripts), allow them or install Node.js yourself.\n',
  )
  process.exit(1)
}
