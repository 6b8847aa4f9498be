import type { Mail } from './mail.ts'

/** Composes a mail of a few paragraphs, one of which is a link. */
export function linkMail({
  to,
  subject,
  lines,
}: {
  to: string
  subject: string
  lines: readonly (string | { link: string })[]
}): Mail {
  return {
    to,
    subject,
    text: lines.map((line) => (typeof line === 'string' ? line : line.link)).join('\n\n'),
    html: lines.map((line) => `<p>${typeof line === 'string' ? escaped(line) : anchor(line.link)}</p>`).join('\n'),
  }
}

function anchor(link: string): string {
  return `<a href="${escaped(link)}">${escaped(link)}</a>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
