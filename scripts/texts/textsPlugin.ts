import type { NodePath, PluginObj, types } from '@babel/core'
import macros from '@lingui/babel-plugin-lingui-macro'
import { makeConfig } from '@lingui/conf'
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel'
import type { Plugin, PluginOption } from 'vite'
import linguiConfig from '../../lingui.config.ts'
import { keyOf } from '#shared/texts.ts'
import { putLanguages, withLanguage } from './languageFiles.ts'
import { marks } from './putTexts.ts'

/**
 * Returns the Vite plugins that put the texts into the code (decision 0047): Lingui's macros become marks
 * (putTexts.ts), and at the end of a build each language is put in their place, for itself. In development and in tests
 * English is put in at once.
 * @param sources what texts are imported from: by default the macros, and what code of both sides has (shared/texts.ts)
 */
export function textsPlugin(sources: RegExp = browserSources): PluginOption {
  let isBuild = false
  const english: Plugin = {
    name: 'english-texts',
    enforce: 'post',
    configResolved: ({ command, build }) => {
      isBuild = command === 'build' && !build.lib
    },
    transform: {
      filter: { code: /\$(text|parts|language)\b/ },
      handler: (code) => (isBuild ? null : { code: withLanguage(code, 'en', new Map()), map: null }),
    },
  }
  return [marksPlugin(sources), english, putLanguages()]
}

const browserSources = /@lingui\/(core|react)\/macro|#shared\/texts\.ts/

/** In tests of the server's side shared/texts.ts does what it does there. */
export const screenSources = /@lingui\/(core|react)\/macro/

/** Returns the plugin for bundles inside another one, whose texts the other one puts in. */
export function marksPlugin(sources: RegExp = browserSources): PluginOption {
  return babel({
    sourceMap: false,
    presets: [
      defineRolldownBabelPreset({
        preset: () => ({
          plugins: [[macros, { descriptorFields: 'message', linguiConfig: makeConfig(linguiConfig) }], putMarks],
        }),
        rolldown: { filter: { id: /\/src\/.*\.tsx?$/, code: sources } },
      }),
    ],
  })
}

/** Babel plugin that runs behind Lingui's macros. */
function putMarks({ types: t }: { types: typeof types }): PluginObj {
  const propertyOf = (node: types.ObjectExpression, name: string): types.Expression | undefined => {
    const property = node.properties.find((one) => t.isObjectProperty(one) && t.isIdentifier(one.key, { name }))
    return t.isObjectProperty(property) && t.isExpression(property.value) ? property.value : undefined
  }
  /**
   * Returns the mark in the place of what a macro has become.
   * @param runtime what has `form`: Lingui's `i18n` or `Trans` (src/ui/texts/texts.tsx)
   * @param isElement whether its values may be elements, which are no part of a string
   */
  const markOf = (
    descriptor: types.Node | null | undefined,
    runtime: types.Expression,
    isElement: boolean,
  ): types.Expression | undefined => {
    if (!t.isObjectExpression(descriptor)) return undefined
    const message = propertyOf(descriptor, 'message')
    if (!t.isStringLiteral(message)) return undefined
    const context = propertyOf(descriptor, 'context')
    const key = t.stringLiteral(keyOf(message.value, t.isStringLiteral(context) ? context.value : undefined))
    const [values, components] = [propertyOf(descriptor, 'values'), propertyOf(descriptor, 'components')]
    const form = message.value.includes(', plural,') ? t.memberExpression(runtime, t.identifier('form')) : undefined
    const isParts = isElement && (values !== undefined || components !== undefined)
    const given = isParts
      ? [values ?? t.objectExpression([]), components ?? t.nullLiteral(), form]
      : [values ?? (form && t.objectExpression([])), form]
    const call = t.callExpression(t.identifier(isParts ? marks.parts : marks.text), [
      key,
      ...given.filter((one) => one !== undefined),
    ])
    return t.addComment(call, 'leading', '@__PURE__')
  }
  return {
    visitor: {
      CallExpression(path: NodePath<types.CallExpression>) {
        const { callee } = path.node
        if (!t.isMemberExpression(callee) || !t.isIdentifier(callee.property, { name: '_' })) return
        const mark = markOf(path.node.arguments[0], callee.object as types.Expression, false)
        if (mark) path.replaceWith(mark)
      },
      JSXSpreadAttribute(path: NodePath<types.JSXSpreadAttribute>) {
        const opening = path.parent
        if (!t.isJSXOpeningElement(opening) || !t.isJSXIdentifier(opening.name)) return
        const mark = markOf(path.node.argument, t.identifier(opening.name.name), true)
        const element = path.parentPath.parentPath
        if (!t.isCallExpression(mark) || !element) return
        if (t.isIdentifier(mark.callee, { name: marks.parts })) path.node.argument = mark
        // A text without values needs no `Trans`. A value of an element's message may be an element itself.
        else element.replaceWith(t.isJSX(element.parent) ? t.jsxExpressionContainer(mark) : mark)
      },
    },
  }
}
