import type { Mail } from '../mail/mail.ts'

/** The mail with the way to a new password. */
export function resetMail(given: { to: string; name: string; link: string }): Mail {
  const { to, name, link } = given
  const lines = [
    `Hello ${name},`,
    'someone asked for a new password for your Shala account. To choose one, open this page within an hour:',
    link,
    'The link works once. If it was not you, leave it: your password stays as it is.',
  ]
  const paragraphs = lines.map(
    (line) => `<p>${line === link ? `<a href="${escape(link)}">${escape(link)}</a>` : escape(line)}</p>`,
  )
  return { to, subject: 'Choose a new password', text: lines.join('\n\n'), html: paragraphs.join('\n') }
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
