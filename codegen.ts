import { readFile, writeFile } from 'node:fs/promises'
import type { CodegenConfig } from '@graphql-codegen/cli'

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

const screens = ['src/domains/*/web/**/*.graphql', 'src/ui/**/*.graphql']
const familyPage = 'src/domains/*/family/**/*.graphql'

const typedDocuments = {
  preset: 'near-operation-file',
  plugins: ['typescript-operations', 'typed-document-node'],
  hooks: { afterOneFileWrite: [withoutUnusedImport] },
} as const
const common = { scalars, strictScalars: true, enumType: 'string-literal', useTypeImports: true } as const
const typedConfig = { ...common, importExtension: '.ts', importSchemaTypesFrom: '~#ui/generated/schema.types.ts' } as const

/**
 * Generates the schema's enums and inputs once, and a typed document `x.graphql.ts` beside every `x.graphql` of a
 * screen. The family page's documents are strings, because that page has no GraphQL library.
 */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  generates: {
    'src/ui/generated/schema.types.ts': {
      documents: [...screens, familyPage],
      plugins: ['typescript-operations'],
      config: { ...common, generateOperationTypes: false },
    },
    'src/': {
      ...typedDocuments,
      documents: screens,
      presetConfig: { extension: '.graphql.ts', baseTypesPath: '~#ui/generated/schema.types.ts' },
      config: typedConfig,
    },
    'src/domains/': {
      ...typedDocuments,
      documents: familyPage,
      presetConfig: { extension: '.graphql.ts', baseTypesPath: '~#ui/generated/schema.types.ts' },
      config: { ...typedConfig, documentMode: 'string' },
    },
  },
}

export default config
