import type { z } from 'zod'
import { t } from '#shared/texts.ts'
import { may, requirePermission } from '#platform/action.ts'
import type { QueryContext } from '#platform/command.ts'
import { initialPasswordsQuery } from '#platform/auth/accounts.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { audiences, type messagesPreview } from '../messaging.schema.ts'
import { recipientsOfAudience, visibleCurrentSections } from './audience.sql.ts'
import { composeForStudents, type NamedBatch } from './orderBatch.ts'
import { templateActions } from './templates.permissions.ts'
import { requireTemplate } from './templates.commands.ts'
import { templatesOfSchool } from './templates.sql.ts'

type ComposeContext = Pick<QueryContext<z.output<typeof messagesPreview>>, 'read' | 'call' | 'viewer' | 'school' | 'input'> & {
  db: Db | Tx
}

/**
 * Composes a batch as a person asks for it, among the students that the person sees.
 * @throws Refusal FORBIDDEN for what the person may not send
 * @throws Refusal NOT_FOUND for a section, student or template the person may not see
 * @throws Refusal BAD_INPUT when no section or student was chosen
 */
export async function composeForViewer({ db, read, call, viewer, school, input }: ComposeContext): Promise<NamedBatch> {
  const { kind, audience, sectionIds, studentIds, templateId, text, otherTexts } = input
  requirePermission(may(templateActions.send, { viewer, school, row: { schoolId: school.id, kind, audience } }))
  if (audience === audiences.sections && sectionIds.length === 0) throw missingRefusal('sectionIds', t`Choose sections`)
  if (audience === audiences.students && studentIds.length === 0) throw missingRefusal('studentIds', t`Choose students`)
  const [templates, people, sections] = await read(
    templatesOfSchool(db as Db, school.id),
    recipientsOfAudience(db as Db, school, viewer, input),
    visibleCurrentSections(db as Db, school.id, viewer, audience === audiences.sections ? sectionIds : []),
  )
  if (audience === audiences.sections && sections.length < new Set(sectionIds).size) throw notFound()
  if (audience === audiences.students && people.length < new Set(studentIds).size) throw notFound()
  const template = kind === 'NOTICE' && templateId !== undefined ? requireTemplate(templates, templateId) : null
  if (template && template.kind !== kind) throw notFound()
  const subjects = kind === 'LOGIN_DETAILS' ? people.flatMap((student) => student.subject ?? []) : []
  const [accounts] = subjects.length > 0 ? await read(initialPasswordsQuery(subjects)) : [[]]
  return composeForStudents({ db, read, call, school }, people, {
    kind,
    name: template?.name ?? '',
    text,
    otherTexts: Object.fromEntries(otherTexts.flatMap((other) => (other.text === '' ? [] : [[other.language, other.text]]))),
    withInitialPassword: new Set(accounts.map((account) => account.subject)),
  })
}

function missingRefusal(path: string, message: string): Refusal {
  return new Refusal('BAD_INPUT', message, [{ path, message }])
}
