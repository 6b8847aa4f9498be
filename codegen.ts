import { readFile, writeFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import type { CodegenConfig } from '@graphql-codegen/cli'
import { domainOf } from './scripts/documentsPlugin.ts'

const scalars = { ID: 'string', DateTime: 'string', Paise: 'number' }

/**
 * Removes an import of the schema's types that the preset wrote into a file without any: the compiler refuses unused
 * imports.
 */
async function withoutUnusedImport(path: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  if (text.includes('import type * as Types') && !text.includes('Types.')) {
    await writeFile(path, text.replace(/import type \* as Types from .*\n/, ''))
  }
}

const documents = ['src/domains/*/{web,family}/**/*.graphql', 'src/ui/**/*.graphql']

/** The domains that have documents, for the type of `alsoChanges` (src/ui/useSendCommand.ts). */
const domains = [...new Set(globSync(documents).map(domainOf))].sort()

const common = { scalars, strictScalars: true, enumType: 'string-literal', useTypeImports: true } as const

/**
 * Generates the schema's enums and inputs once, and the documents `x.graphql.ts` beside every `x.graphql` of the
 * browser side.
 */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  generates: {
    'src/ui/generated/schema.types.ts': {
      documents,
      plugins: ['typescript-operations'],
      config: { ...common, generateOperationTypes: false },
    },
    'src/ui/generated/documentHashes.json': { documents, plugins: ['./scripts/documentHashesPlugin.ts'] },
    'src/ui/generated/dataDomains.ts': {
      plugins: [{ add: { content: `export type DataDomain = ${domains.map((name) => `'${name}'`).join(' | ')}` } }],
    },
    'src/': {
      preset: 'near-operation-file',
      plugins: ['typescript-operations', './scripts/documentsPlugin.ts'],
      hooks: { afterOneFileWrite: [withoutUnusedImport] },
      documents,
      presetConfig: { extension: '.graphql.ts', baseTypesPath: '~#ui/generated/schema.types.ts' },
      config: { ...common, importExtension: '.ts', importSchemaTypesFrom: '~#ui/generated/schema.types.ts' },
    },
  },
}

export default config
