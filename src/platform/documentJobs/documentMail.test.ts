import { beforeAll, expect, test } from 'vitest'
import { loadLanguages } from '../languages/speech.ts'
import { composeDocumentMail } from './documentMail.ts'
import type { DocumentJob } from './documentJobs.sql.ts'

beforeAll(loadLanguages)

const mailOf = (params: unknown) =>
  composeDocumentMail(
    { appUrl: 'https://app.school.in', secretKey: 'any secret key of a test' },
    { schoolId: 1, id: 7, mails: 1, title: 'संक्षिप्त हजेरी', createdByName: 'Asha', createdAt: new Date(0), params } as DocumentJob,
    { to: 'asha@school.in', schoolName: 'Green Valley', now: new Date(0) },
  )

test('the mail is in the language in which the document was ordered', () => {
  const { subject, text, messageId } = mailOf({ language: 'mr' })
  expect(subject).toBe('संक्षिप्त हजेरी – Green Valley')
  expect(text).toContain('उघडण्यासाठी साइन इन करा:')
  expect(messageId).toBe('<document-1-7-1@app.school.in>')
  for (const params of [{}, null, { language: 'xx' }]) expect(mailOf(params).text).toContain('Sign in to open it:')
})
