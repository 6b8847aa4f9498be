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

/** Writes a typed document `x.graphql.ts` beside every `x.graphql` of a screen, from the printed schema. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['src/domains/*/web/**/*.graphql', 'src/ui/**/*.graphql'],
  generates: {
    'src/ui/generated/schema.types.ts': {
      plugins: ['typescript'],
      config: { scalars, strictScalars: true, enumsAsTypes: true, useTypeImports: true, onlyOperationTypes: true },
    },
    'src/': {
      preset: 'near-operation-file',
      presetConfig: { extension: '.graphql.ts', baseTypesPath: 'ui/generated/schema.types.ts' },
      plugins: ['typescript-operations', 'typed-document-node'],
      config: { scalars, strictScalars: true, enumType: 'string-literal', useTypeImports: true, importExtension: '.ts' },
      hooks: { afterOneFileWrite: [withoutUnusedImport] },
    },
  },
}

export default config
