import { build } from 'vite'
import { expect, test } from 'vitest'
import { textsPlugin } from './textsPlugin.ts'

/** Returns what the browser gets of a screen's code, after the imports. */
async function built(code: string): Promise<string> {
  const id = '/src/screen.tsx'
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      textsPlugin(),
      {
        name: 'screen',
        resolveId: (source) => (source === id ? id : { id: source, external: true }),
        load: (source) =>
          source === id
            ? `import { plural, t } from '@lingui/core/macro'\nimport { Plural, Trans } from '@lingui/react/macro'\n${code}`
            : null,
      },
    ],
    build: { write: false, minify: false, lib: { entry: id, formats: ['es'] } },
    oxc: { jsx: { runtime: 'classic', pragma: 'h' } },
  })
  const [{ output }] = result as unknown as [{ output: [{ code: string }] }]
  return output[0].code
    .split('\n')
    .filter((line) => !/^(import|export|var _jsx|\/\/)/.test(line))
    .join('\n')
    .trim()
}

test('a message without values is a string', async () => {
  expect(await built('console.log(t`Here’s "all" of it`)')).toBe('console.log("Here’s \\"all\\" of it");')
})

test('a message with values is a template, in the order of its text', async () => {
  expect(await built('console.log(t`${name} owes ${show(amount)} in \\`all\\``)')).toBe(
    'console.log(`${name} owes ${show(amount)} in \\`all\\``);',
  )
})

test('a plural is a call that needs no number format of Intl, with the other values of its forms', async () => {
  expect(await built("console.log(t`${plural(count, { one: '# fee', other: '# fees' })} selected`)")).toBe(
    'console.log(`${i18n.form(count, ($count) => ({\n\tone: `${$count} fee`,\n\tother: `${$count} fees`\n}))} selected`);',
  )
  expect(await built("console.log(plural(count, { 0: 'none', one: `# of ${name}`, other: `# of ${name}` }))")).toContain(
    '0: "none"',
  )
})

test('a plural of a message with elements is one of its values', async () => {
  const code = await built('console.log(<Trans><b>{name}</b> has <Plural value={count} one="# fee" other="# fees" /></Trans>)')
  expect(code).toContain('["form2"]')
  expect(code).toContain('form2: Trans.form(count, ($count) =>')
  expect(code).not.toContain('"plural"')
})

test('an element without values inside is its text', async () => {
  expect(await built('console.log(h("p", null, <Trans>Take payment</Trans>))')).toBe('console.log(h("p", null, "Take payment"));')
})

test('a value of an element’s message may be an element itself', async () => {
  const code = await built('console.log(<Trans>{<b>{name}</b>} has left</Trans>, <Trans>{name} has left</Trans>)')
  expect(code).toContain('[" has left"]'.slice(1, -1))
  expect(code.match(/values: /g)).toHaveLength(2)
})

test('a message with elements keeps them', async () => {
  const code = await built('console.log(<Trans>All of <b>{name}</b></Trans>)')
  expect(code).toContain('"All of <0>"')
  expect(code).toContain('components')
})

test.each([
  ['console.log(t`Variables as {{name}}`)', /has no value for \{name\}/],
  ['console.log(t`A brace { alone`)', /Unexpected message end/],
])('%s fails the build', async (code, reason) => {
  await expect(built(code)).rejects.toThrow(reason)
})

test('a context tells texts apart, and is not shown', async () => {
  expect(await built("console.log(t({ message: 'Open', context: 'a step' }))")).toBe('console.log("Open");')
  expect(await built('console.log(h("p", null, <Trans context="a step">Open</Trans>))')).toBe(
    'console.log(h("p", null, "Open"));',
  )
})

test('quoted braces are shown', async () => {
  expect(await built("console.log(t`Variables as '{{name}}'`)")).toBe('console.log("Variables as {{name}}");')
})
