import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { addStudents, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { createAccounts, setPassword } from '#platform/auth/accounts.ts'
import { loadLanguages } from '#platform/languages/speech.ts'
import { schoolById } from '#platform/school.ts'
import { listBatches, previewMessages, queueMessages } from './compose.commands.ts'
import { composeBatch } from './composeBatch.ts'
import { deleteTemplate, listKinds, listTemplates, saveKind, saveTemplate } from './templates.commands.ts'

let world: TestWorld
/** In 7-B, rolls 2 to 6: the first two share a phone, the third has the default one, the fourth is disabled. */
let pupils: number[]

const ids = { dltTemplateId: '1107161234567890123', smsTemplateId: '64f0c2a91b7e3d5f60a81c24' }
const sms = { channel: 'SMS', language: 'en', whatsappName: '', ...ids, price: 18 }
const whatsapp = { ...sms, channel: 'WHATSAPP', whatsappName: 'holiday', dltTemplateId: '', smsTemplateId: '', price: 12 }
const holiday = { kind: 'NOTICE', name: 'Holiday', text: 'Dear parent of {{student}}, {{text}}{{text2}} {{school}}' }
const save = async (who: Who, form: object) => saveTemplate(await world.call(who), world.own.id, form)
const silently = <Row extends object>(statement: string, ...values: unknown[]) => asOwner<Row>(world.ownerUrl, statement, values)

beforeAll(async () => {
  world = await testWorld()
  await setSchool(world, world.own, { senderId: 'OWNSCH', manySchoolNames: true })
  pupils = await addStudents(world, world.own, world.own.section7B, 5)
  await silently("update students set phone = '9822000012' where id = $1", pupils[1])
  await silently("update students set phone = '1234567890' where id = $1", pupils[2])
  await silently('update students set disabled = true where id = $1', pupils[3])
  await silently("update classes set sms_suffix = 'Own Primary' where id = $1", world.own.class7)
})
afterAll(() => world.close())

describe('templates', () => {
  test('are saved by a SUPERADMIN and read by ADMINs; one for each kind, channel and name', async () => {
    expect((await refusal(save('admin', { ...sms, ...holiday }))).code).toBe('FORBIDDEN')
    expect((await refusal(save('superadmin', { ...sms, ...holiday, text: 'Dear {{pupil}}' }))).problems).toMatchObject([
      { path: 'text' },
    ])
    const saved = await save('superadmin', { ...sms, ...holiday })
    expect(saved).toMatchObject({ ...sms, ...holiday, schoolId: world.own.id, version: 1, changedByName: 'Super Admin' })
    expect((await refusal(save('superadmin', { ...sms, ...holiday, name: 'HOLIDAY' }))).problems).toMatchObject([
      { path: 'name' },
    ])
    expect(await listTemplates(await world.call('limitedAdmin'), world.own.id, {})).toEqual([saved])
    expect((await refusal(listTemplates(await world.call('teacher'), world.own.id, {}))).code).toBe('FORBIDDEN')
    expect((await refusal(listTemplates(await world.call('admin', world.other), world.own.id, {}))).code).toBe('NOT_FOUND')
    const changed = await save('superadmin', { ...sms, ...holiday, id: saved.id, version: 1, price: 20 })
    expect(changed).toMatchObject({ price: 20, version: 2 })
    expect((await refusal(save('superadmin', { ...sms, ...holiday, id: saved.id, version: 1 }))).code).toBe('CONFLICT')
    expect(
      (await refusal(save('superadmin', { ...whatsapp, ...holiday, text: '{{text}}', id: saved.id, version: 2 }))).problems,
    ).toMatchObject([{ path: 'channel' }])
    expect((await auditRows(world)).map((row) => row.action)).toEqual(['messageTemplate.save', 'messageTemplate.save'])
  })

  test('and the school’s channels make a kind ready', async () => {
    const kind = async (wanted: string, who: Who = 'admin') =>
      (await listKinds(await world.call(who), world.own.id, {})).find((row) => row.kind === wanted)
    expect(await kind('NOTICE')).toMatchObject({ enabled: true, channels: ['SMS'], usual: true, notReadyReason: null })
    expect(await kind('ABSENCE')).toMatchObject({ notReadyReason: 'No SMS template is registered' })
    const set = async (who: Who, input: object) => saveKind(await world.call(who), world.own.id, input)
    expect((await refusal(set('limitedAdmin', { kind: 'ABSENCE', enabled: true, channels: [] }))).code).toBe('FORBIDDEN')
    expect((await refusal(set('admin', { kind: 'ABSENCE', enabled: true, channels: ['APP', 'APP'] }))).code).toBe('BAD_INPUT')
    expect(await set('admin', { kind: 'ABSENCE', enabled: true, channels: ['APP', 'EMAIL'] })).toMatchObject({
      channels: ['APP', 'EMAIL'],
      usual: false,
      notReadyReason: null,
    })
    expect(await set('admin', { kind: 'ABSENCE', enabled: false, channels: [] })).toMatchObject({
      channels: ['SMS'],
      usual: true,
      notReadyReason: 'It is switched off',
    })
  })
})

const draft = { kind: 'NOTICE', audience: 0, sectionIds: [] as number[], studentIds: [] as number[], text: 'Closed on Friday' }
const templateId = async (channel = 'SMS') =>
  (await listTemplates(await world.call('admin'), world.own.id, {})).find(
    (one) => one.kind === 'NOTICE' && one.channel === channel,
  )?.id
const preview = async (who: Who, more: object = {}) =>
  previewMessages(await world.call(who), world.own.id, { ...draft, templateId: await templateId(), ...more })
const order = async (who: Who, token: string, more: object = {}) =>
  queueMessages(await world.call(who), world.own.id, {
    ...draft,
    templateId: await templateId(),
    key: randomUUID(),
    token,
    ...more,
  })

/** The stored messages of a batch with their students. */
const messagesOf = (batchId: number) =>
  silently<{ phone: string; params: Record<string, string>; channels: string; event: string; students: number[]; state: string }>(
    `select m.phone, m.params, m.channels::text, m.event, m.state,
       array(select student_id::int from message_students s where s.school_id = m.school_id and s.message_id = m.id order by 1) as students
     from messages m where m.batch_id = $1 order by m.id`,
    batchId,
  )

describe('a notice', () => {
  test('is previewed with every student counted, and queued once exactly as previewed', async () => {
    const seen = await preview('admin')
    // Asha and Rohan are one family, and so are the first two pupils; one has no phone, one is disabled.
    expect(seen).toMatchObject({
      recipients: 3,
      students: 5,
      siblingsMerged: 2,
      withoutPhone: 1,
      disabled: 1,
      problems: [],
      notes: [],
      byChannel: [{ channel: 'SMS', count: 3, segments: 3, cost: 60 }],
      cost: 60,
    })
    expect(seen.sample[0]).toEqual({
      studentNames: ['Asha Patil', 'Rohan Patil'],
      phone: '9876543210',
      channel: 'SMS',
      text: 'Dear parent of Asha Patil, Rohan Patil, Closed on Friday Own Primary',
    })
    const key = randomUUID()
    const [batch, again] = await Promise.all([order('admin', seen.token, { key }), order('admin', seen.token, { key })])
    expect(again).toEqual(batch)
    expect(batch).toMatchObject({
      kind: 'NOTICE',
      templateName: 'Holiday',
      total: 3,
      cost: 60,
      counts: [{ state: 'QUEUED', count: 3 }],
    })
    const stored = await messagesOf(batch.id)
    expect(stored.map(({ phone, students }) => [phone, students])).toEqual([
      ['9876543210', [world.own.student7A, world.own.student8A]],
      ['9822000012', [pupils[0], pupils[1]]],
      ['9822000016', [pupils[4]]],
    ])
    expect(stored[1]?.params).toMatchObject({
      student: 'Pupil 2, Pupil 3',
      section: '7-B',
      school: 'Own Primary',
      text: 'Closed on Friday',
    })
    expect(await silently('select from messages where batch_id is not null')).toHaveLength(3)
    expect(await silently('select from message_queue')).toHaveLength(3)
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'message.send', rowIds: [batch.id] })
  })

  test('is not sent twice from one preview by any person or key within ten minutes', async () => {
    const [newest] = await silently<{ id: number }>('select max(id) as id from message_batches')
    const batch = newest?.id ?? 0
    const seen = await preview('superadmin')
    const twice = await refusal(order('superadmin', seen.token))
    expect(twice).toMatchObject({ code: 'CONFLICT', message: 'admin of Own School has just sent exactly these messages.' })
    await silently("update message_batches set created_at = now() - interval '11 minutes'")
    expect((await preview('admin')).token).toBe(seen.token)
    const both = await Promise.allSettled([order('admin', seen.token), order('superadmin', seen.token)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'CONFLICT' })
    expect(await silently('select from message_batches where again_of = $1', batch)).toHaveLength(1)
    await silently('delete from messages where batch_id > $1', batch)
    await silently('delete from message_batches where id > $1', batch)
  })

  test('that has changed since its preview is not sent', async () => {
    const seen = await preview('admin', { audience: 2, studentIds: [pupils[0], pupils[4]] })
    expect(seen).toMatchObject({ recipients: 2, cost: 40 })
    await silently("update students set phone = '9822000099' where id = $1", pupils[4])
    const late = await refusal(order('admin', seen.token, { audience: 2, studentIds: [pupils[0], pupils[4]] }))
    expect(late).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'token' }] })
    await silently("update students set phone = '9822000016' where id = $1", pupils[4])
    expect(await silently('select from message_batches')).toHaveLength(1)
  })

  test('goes by its open channels, and lists the closed ones and the values that are too long', async () => {
    await setSchool(world, world.own, { whatsapp: true })
    expect((await preview('admin')).notes).toEqual(['No WhatsApp template is registered'])
    await save('superadmin', { ...whatsapp, ...holiday, text: 'Dear parent, {{text}}' })
    const text = 'Closed on Friday, Saturday and Monday, for the elections and what follows'
    const tooLong =
      'text has 73 characters; in SMS its 2 pieces have 60 at most: Asha Patil, 7-A; Rohan Patil, 8-A; Pupil 2, 7-B; and 2 more.'
    expect(await preview('admin', { text })).toMatchObject({
      byChannel: [{ channel: 'WHATSAPP', count: 3, segments: 3, cost: 36 }],
      cost: 36,
      problems: [],
      notes: [`If the first channel fails, the message cannot go by SMS: ${tooLong}`],
    })
    await setSchool(world, world.own, { whatsapp: false })
    const seen = await preview('admin', { text })
    expect(seen.problems).toEqual([tooLong])
    expect((await refusal(order('admin', seen.token, { text }))).message).toBe(tooLong)
    expect((await preview('admin', { text: '' })).problems).toEqual(['Write the text that replaces {{text}}.'])
    expect((await preview('admin', { templateId: undefined })).problems).toEqual(['Choose a template.'])
    await setSchool(world, world.own, { smsDisabled: true })
    expect(await preview('admin', { templateId: undefined })).toMatchObject({
      recipients: 1,
      withoutPhone: 4,
      cost: 0,
      problems: [],
    })
    await setSchool(world, world.own, { smsDisabled: false })
  })

  test('by a class-limited admin goes to those classes only', async () => {
    expect((await refusal(preview('limitedAdmin'))).code).toBe('FORBIDDEN')
    const ofSection = (id: number) => preview('limitedAdmin', { audience: 1, sectionIds: [id] })
    expect(await ofSection(world.own.section7A)).toMatchObject({ recipients: 1, students: 1 })
    expect((await refusal(ofSection(world.own.section8A))).code).toBe('NOT_FOUND')
    expect((await refusal(preview('admin', { audience: 1, sectionIds: [world.other.section7A] }))).code).toBe('NOT_FOUND')
    expect((await refusal(preview('limitedAdmin', { audience: 2, studentIds: [world.own.student8A] }))).code).toBe('NOT_FOUND')
    expect((await refusal(preview('admin', { audience: 2, studentIds: [world.other.student7A] }))).code).toBe('NOT_FOUND')
    expect((await refusal(preview('admin', { audience: 1 }))).problems).toMatchObject([{ path: 'sectionIds' }])
    expect((await refusal(preview('teacher', { audience: 1, sectionIds: [world.own.section7A] }))).code).toBe('FORBIDDEN')
    const seen = await ofSection(world.own.section7A)
    await order('limitedAdmin', seen.token, { audience: 1, sectionIds: [world.own.section7A] })
    const batches = async (who: Who) =>
      (await listBatches(await world.call(who), world.own.id, {})).rows.map((row) => row.sectionNames)
    expect(await batches('limitedAdmin')).toEqual([['7-A']])
    expect(await batches('admin')).toEqual([['7-A'], []])
  })
})

test('login details go to accounts with the initial password, reminders to all; the default phone gets none', async () => {
  const { id: schoolId } = world.own
  await world.database.transaction(schoolId, async (db) => {
    const emails = pupils.map((id) => `pupil.${id}@own.test`)
    for (const [place, id] of pupils.entries())
      await db
        .updateTable('students')
        .set({ loginEmail: emails[place] ?? '' })
        .where('id', '=', id)
        .execute()
    const subjects = await createAccounts(
      db,
      pupils.map((studentId, place) => ({ email: emails[place] ?? '', name: 'Pupil', schoolId, studentId })),
    )
    await setPassword(db, subjects[4] ?? '', 'own password', 'own')
  })
  const login = { kind: 'LOGIN_DETAILS', name: '', text: '{{student}}: {{login}} at {{address}}{{address2}}' }
  await save('superadmin', { ...sms, ...login })
  await save('superadmin', { ...sms, ...login, kind: 'LOGIN_REMINDER' })
  const of = { text: '', templateId: undefined }
  expect((await refusal(preview('admin', { ...of, kind: 'LOGIN_DETAILS' }))).code).toBe('FORBIDDEN')
  const details = await preview('superadmin', { ...of, kind: 'LOGIN_DETAILS' })
  // Asha and Rohan have no account in the local sign-in service, or no login e-mail.
  expect(details).toMatchObject({
    recipients: 2,
    students: 2,
    siblingsMerged: 0,
    withoutPhone: 1,
    disabled: 1,
    withoutAccount: 2,
    passwordChosen: 1,
    problems: [],
  })
  const call = await world.call('superadmin')
  const config = { ...call.services.config, authIssuer: 'https://id.school.in' }
  const outside = await previewMessages({ ...call, services: { ...call.services, config } }, world.own.id, {
    ...draft,
    ...of,
    kind: 'LOGIN_DETAILS',
  })
  expect(outside.problems).toMatchObject([expect.stringContaining('Passwords are kept by an external sign-in service')])
  const batch = await order('superadmin', details.token, { ...of, kind: 'LOGIN_DETAILS' })
  expect((await messagesOf(batch.id)).map(({ phone, params }) => [phone, params.login])).toEqual([
    ['9822000012', `pupil.${pupils[0]}@own.test`],
    ['9822000012', `pupil.${pupils[1]}@own.test`],
  ])
  expect(JSON.stringify(await messagesOf(batch.id))).not.toContain('own password')
  expect(await preview('superadmin', { ...of, kind: 'LOGIN_REMINDER' })).toMatchObject({ recipients: 3, passwordChosen: 0 })
})

test('names the students with values that are too long, also when there are many different problems', async () => {
  const school = await schoolById(world.database, world.own.id)
  if (!school) throw new Error('The school is gone.')
  const students = Array.from({ length: 10 }, (_, nth) => ({
    studentId: nth,
    name: `Pupil ${nth}`,
    phone: `98220001${10 + nth}`,
    email: '',
    subject: `${nth}`,
    loginEmail: 'x'.repeat(31 + Math.min(nth, 7)),
    disabled: false,
    sectionId: 1,
    sectionName: '7-B',
    language: 'en' as const,
    schoolName: 'Own',
  }))
  const template = {
    ...sms,
    id: 1,
    schoolId: school.id,
    kind: 'LOGIN_REMINDER',
    name: '',
    text: '{{login}}',
    version: 1,
    changedAt: new Date(),
    changedByName: 'Super Admin',
    deletedAt: null,
  }
  const { preview: seen } = composeBatch({
    school,
    kind: 'LOGIN_REMINDER',
    setting: { enabled: true, channels: ['SMS'] },
    templates: [template],
    name: '',
    text: '',
    otherTexts: {},
    address: '',
    hasExternalSignIn: false,
    students,
    asked: new Map(),
    exam: null,
    part: null,
    withInitialPassword: new Set<string>(),
    now: new Date(),
  })
  expect(seen.problems).toEqual([
    ...[0, 1, 2, 3, 4].map((nth) => `login has ${31 + nth} characters; in SMS a variable has 30 at most: Pupil ${nth}, 7-B.`),
    'And 3 more problems of this kind: Pupil 5, 7-B; Pupil 6, 7-B; Pupil 7, 7-B; and 2 more.',
  ])
})

test('deleting a template closes its channel', async () => {
  const id = (await templateId()) ?? 0
  expect(await deleteTemplate(await world.call('superadmin'), world.own.id, { id })).toBe(id)
  expect((await refusal(deleteTemplate(await world.call('superadmin'), world.own.id, { id }))).code).toBe('NOT_FOUND')
  expect((await preview('admin', { templateId: await templateId('WHATSAPP') })).problems).toEqual([
    'No SMS template is registered',
  ])
})

test('fields of another channel or kind are not stored with a template', async () => {
  const saved = await save('superadmin', { ...whatsapp, ...ids, kind: 'RECEIPT', name: 'Other', text: 'Received {{amount}}' })
  expect(saved).toMatchObject({ name: '', whatsappName: 'holiday', dltTemplateId: '', smsTemplateId: '' })
})

describe('families with a language of their own', () => {
  const marathi = { ...sms, language: 'mr', smsTemplateId: '64f0c2a91b7e3d5f60a81c25', kind: 'NOTICE', name: 'Fair' }
  const fair = async (more: object = {}) => {
    const all = await listTemplates(await world.call('admin'), world.own.id, {})
    const chosen = all.find((one) => one.name === 'Fair' && one.language === 'en')
    return preview('admin', { templateId: chosen?.id, text: 'on Friday', ...more })
  }

  test('get the text in it, if there is a template and somebody has written it; the others get the school’s', async () => {
    await loadLanguages()
    await save('superadmin', { ...sms, kind: 'NOTICE', name: 'Fair', text: 'Fair {{text}} for {{student}} {{day}}' })
    await save('superadmin', { ...marathi, text: 'जत्रा {{text}} {{student}} {{day}}' })
    expect((await refusal(save('superadmin', { ...marathi, text: 'जत्रा' }))).problems).toMatchObject([{ path: 'name' }])
    await silently("update students set language = 'mr' where phone = '9876543210'")
    await silently("update students set language = 'hi' where phone = '9822000012'")

    const both = await fair({ otherTexts: [{ language: 'mr', text: 'शुक्रवारी' }] })
    expect(both.byLanguage).toEqual([
      { language: 'en', count: 2 },
      { language: 'mr', count: 1 },
    ])
    expect(both.notes).toEqual(['1 family has chosen हिन्दी, in which there is no text. It goes in English.'])
    const year = new Date().getFullYear()
    expect(both.sample.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(new RegExp(`^जत्रा शुक्रवारी Asha Patil, Rohan Patil .*${year}$`)),
    )

    const one = await fair()
    expect(one.byLanguage).toEqual([{ language: 'en', count: 3 }])
    expect(one.notes).toContain('1 family has chosen मराठी, in which there is no text. It goes in English.')
    expect(one.token).not.toBe(both.token)
  })

  test('are counted from the school’s language, and what was written is kept with the batch', async () => {
    await setSchool(world, world.own, { language: 'mr' })
    const input = { otherTexts: [{ language: 'en', text: 'on Friday' }], text: 'शुक्रवारी' }
    const seen = await fair(input)
    expect(seen.byLanguage).toEqual([{ language: 'mr', count: 3 }])
    const all = await listTemplates(await world.call('admin'), world.own.id, {})
    const batch = await order('admin', seen.token, { ...input, templateId: all.find((one) => one.name === 'Fair')?.id })
    expect(batch.text).toBe('शुक्रवारी\non Friday')
    expect((await messagesOf(batch.id)).map(({ params }) => params.text)).toEqual(['शुक्रवारी', 'शुक्रवारी', 'शुक्रवारी'])
    await setSchool(world, world.own, { language: 'en' })
  })
})
