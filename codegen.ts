import { readFile, writeFile } from 'node:fs/promises'
import type { CodegenConfig } from '@graphql-codegen/cli'

const scalars = { ID: 'string', DateTime: 'string', Paise: 'number' }

/** The preset imports the schema's types into every file; the compiler refuses the import where no enum or input is used. */
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
const typedConfig = { scalars, strictScalars: true, enumType: 'string-literal', useTypeImports: true, importExtension: '.ts' }

/**
 * Writes a typed document `x.graphql.ts` beside every `x.graphql` of a screen, from the printed schema. Those of the family page
 * are texts: it comes without a GraphQL library.
 */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  generates: {
    'src/ui/generated/schema.types.ts': {
      documents: [...screens, familyPage],
      plugins: ['typescript'],
      config: { scalars, strictScalars: true, enumsAsTypes: true, useTypeImports: true, onlyOperationTypes: true },
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
