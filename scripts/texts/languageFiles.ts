import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import { inLanguage, type Language } from '#shared/languages.ts'
import { type Catalogue, readCatalogues } from '#languages/catalogues.ts'
import { putTexts } from './putTexts.ts'

/** The place of the language in code that needs to know it. No string, which the bundler would compare with others. */
const languageMark = /\$language\b/g

type Bundle = Rolldown.OutputBundle

/**
 * Returns the Vite plugin that writes the browser side once for each language, at the end of a build: English into the
 * usual files, another language into a folder of its own, `assets/mr-…`, with its pages `index.mr.html` and
 * `family.mr.html`. Style sheets and fonts are shared.
 */
export function putLanguages(): Plugin {
  return {
    name: 'languages',
    apply: 'build',
    // After Vite has written the names of styles and of files that come later into the code.
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const catalogues = await readCatalogues()
        const scripts = Object.values(bundle).filter(({ fileName }) => /^assets\/.*\.js$/.test(fileName))
        for (const [language, catalogue] of catalogues) {
          const folder = folderOf(language, catalogue)
          for (const file of scripts)
            this.emitFile({
              type: 'asset',
              fileName: placeIn(folder, file.fileName),
              source: withLanguage(codeOf(file), language, catalogue, (code) => toFolder(code, bundle, folder)),
            })
        }
        for (const file of scripts) setCode(file, withLanguage(codeOf(file), 'en', new Map()))
      },
    },
  }
}

/** Returns the Vite plugin that writes the pages of the languages, when all else is in the English ones. */
export function languagePages(): Plugin {
  return {
    name: 'language-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const pages = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.html'))
        for (const [language, catalogue] of await readCatalogues())
          for (const page of pages) {
            const source = toFolder(codeOf(page), bundle, folderOf(language, catalogue))
            this.emitFile({
              type: 'asset',
              fileName: inLanguage(page.fileName, language),
              source: source.replace(/<html lang="[^"]*">/, `<html lang="${language}">`),
            })
          }
      },
    },
  }
}

/** A folder's name changes with the language's texts, because its files are kept for ever. */
function folderOf(language: Language, catalogue: Catalogue): string {
  const hash = createHash('sha256').update(JSON.stringify([...catalogue]))
  return `assets/${language}-${hash.digest('base64url').slice(0, 8)}`
}

const placeIn = (folder: string, name: string) => name.replace(/^assets/, folder)

/** Returns text in which the addresses of scripts are those of a language's folder. */
function toFolder(text: string, bundle: Bundle, folder: string): string {
  return text.replaceAll(/(["'`(/])assets\/([\w~.-]+\.js)\b/g, (whole, before: string, name: string) =>
    bundle[`assets/${name}`] ? `${before}${folder}/${name}` : whole,
  )
}

export function withLanguage(code: string, language: Language, catalogue: Catalogue, further = (text: string) => text): string {
  return further(putTexts(code, catalogue).replaceAll(languageMark, JSON.stringify(language)))
}

function codeOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk): string {
  if (file.type === 'chunk') return file.code
  return typeof file.source === 'string' ? file.source : Buffer.from(file.source).toString('utf8')
}

function setCode(file: Rolldown.OutputAsset | Rolldown.OutputChunk, code: string): void {
  if (file.type === 'chunk') file.code = code
  else file.source = code
}
