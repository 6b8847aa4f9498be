import { z } from 'zod'
import { scheme, type Scheme } from '../../scheme.schema.ts'

/** The form has the path of the command's input, so that a problem of the server has the name of its field. */
export const schemeForm = z.object({ content: scheme })

type Names = 'classes' | 'parts' | 'scales'

/** Returns a scheme whose patterns, total and holistic card name a renamed class, part or scale by its new name. */
export function withRenamed(content: Scheme, list: Names, old: string, name: string): Scheme {
  const change = (value: string) => (value === old ? name : value)
  if (list === 'classes')
    return {
      ...content,
      holistic: content.holistic && { ...content.holistic, classes: content.holistic.classes.map(change) },
    }
  if (list === 'scales')
    return {
      ...content,
      patterns: content.patterns.map((pattern) => ({ ...pattern, scale: change(pattern.scale) })),
      total: { ...content.total, scale: change(content.total.scale) },
      holistic: content.holistic && {
        ...content.holistic,
        voices: content.holistic.voices.map((each) => ({ ...each, scale: change(each.scale) })),
      },
    }
  return {
    ...content,
    patterns: content.patterns.map((pattern) => ({
      ...pattern,
      components: pattern.components.map((component) => ({ ...component, parts: component.parts.map(change) })),
    })),
  }
}

/** Returns every message of a form's errors, each once, in the order of the fields. */
export function messagesIn(errors: unknown): string[] {
  const found = new Set<string>()
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    const { message } = node as { message?: unknown }
    if (typeof message === 'string' && message !== '') found.add(message)
    for (const [key, child] of Object.entries(node)) if (key !== 'ref') visit(child)
  }
  visit(errors)
  return [...found]
}
