import { describe, expect, test } from 'vitest'
import { attachmentName, messagePreview, type ThreadFacts, threadDetail, threadTitle, whyNotWrite } from './chat.rules.ts'

const ofStudent: ThreadFacts = {
  sectionId: null,
  studentId: 7,
  closedAt: null,
  inTerm: true,
  studentName: 'Asha Patil',
  studentDisabled: false,
  hasReader: true,
  className: '7',
  sectionName: 'B',
  roll: '12',
}
const ofSection: ThreadFacts = {
  ...ofStudent,
  sectionId: 3,
  studentId: null,
  studentName: null,
  studentDisabled: null,
  hasReader: false,
  roll: null,
}

describe('who may write', () => {
  test('staff write everywhere, a family only in its own conversation', () => {
    for (const role of ['SUPERADMIN', 'ADMIN', 'TEACHER'] as const)
      expect([whyNotWrite(ofStudent, role), whyNotWrite(ofSection, role)]).toEqual([null, null])
    expect(whyNotWrite(ofStudent, 'STUDENT')).toBeNull()
    expect(whyNotWrite(ofSection, 'STUDENT')).toMatch(/^Only the school writes here/)
  })

  test.each([
    ['closed', { closedAt: new Date() }, /has closed/],
    ['of a disabled student', { studentDisabled: true }, /disabled/],
    ['of a student without a section', { inTerm: false }, /until the student has a section/],
  ])('nobody in one that is %s', (_, change, words) => {
    for (const role of ['ADMIN', 'TEACHER', 'STUDENT'] as const)
      expect(whyNotWrite({ ...ofStudent, ...change }, role)).toMatch(words)
  })

  test('nobody to a section of an earlier term, nor to a family that cannot sign in', () => {
    expect(whyNotWrite({ ...ofSection, inTerm: false }, 'ADMIN')).toMatch(/earlier term/)
    expect(whyNotWrite({ ...ofStudent, hasReader: false }, 'TEACHER')).toMatch(/nobody would read it/)
  })
})

test('a conversation is titled by its other side', () => {
  expect([threadTitle(ofStudent, 'TEACHER'), threadDetail(ofStudent, 'TEACHER')]).toEqual(['Asha Patil', '7-B · roll 12'])
  expect([threadTitle(ofStudent, 'STUDENT'), threadDetail(ofStudent, 'STUDENT')]).toEqual([
    'Teachers of 7-B',
    'Read by them and the office',
  ])
  expect([threadTitle(ofSection, 'ADMIN'), threadDetail(ofSection, 'ADMIN')]).toEqual([
    'All families of 7-B',
    'Staff write, families read',
  ])
  const withoutSection = { ...ofStudent, className: null, sectionName: null, roll: null }
  expect([threadTitle(withoutSection, 'STUDENT'), threadDetail(withoutSection, 'ADMIN')]).toEqual([
    'The school',
    'In no section of the current term',
  ])
})

test('an attachment has the extension of its content type and a valid file name', () => {
  expect(attachmentName('Homework 3.exe', 'application/pdf')).toBe('Homework 3.pdf')
  expect(attachmentName('गृहपाठ.jpeg', 'image/jpeg')).toBe('गृहपाठ.jpg')
  expect(attachmentName('../../a:b.png', 'image/webp')).toBe('.. .. a b.webp')
  expect(attachmentName('', 'application/pdf')).toBe('attachment.pdf')
})

test('a notification shows the start of a message in one line', () => {
  expect(messagePreview('Please\n come  at 4', false)).toBe('Please come at 4')
  expect(messagePreview('', true)).toBe('Sent a file')
  expect([...messagePreview('😀'.repeat(200), false)]).toHaveLength(120)
})
