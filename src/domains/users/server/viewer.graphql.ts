import { builder } from '#platform/graphql/builder.ts'
import { LanguageType } from '#platform/graphql/language.ts'
import { notSignedIn } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { roles } from '#shared/roles.ts'

export const RoleType = builder.enumType('Role', { values: roles })

const ZoomType = builder.objectRef<NonNullable<Viewer['zoom']>>('ViewerZoom').implement({
  fields: (t) => ({ id: t.exposeString('id'), password: t.exposeString('password'), link: t.exposeString('link') }),
})

const PlaceType = builder.objectRef<NonNullable<Viewer['place']>>('ViewerPlace').implement({
  fields: (t) => ({ classId: t.exposeID('classId'), sectionId: t.exposeID('sectionId'), roll: t.exposeString('roll') }),
})

const ViewerType = builder.objectRef<Viewer>('Viewer').implement({
  description: 'The signed-in person.',
  fields: (t) => ({
    id: t.id({ resolve: (viewer) => viewer.subject }),
    userId: t.exposeID('userId', { nullable: true }),
    studentId: t.exposeID('studentId', { nullable: true }),
    name: t.exposeString('name'),
    email: t.exposeString('email'),
    phone: t.exposeString('phone'),
    role: t.field({ type: RoleType, resolve: (viewer) => viewer.role }),
    schoolId: t.exposeID('schoolId'),
    classIds: t.field({
      type: ['ID'],
      nullable: true,
      description: 'Classes that an ADMIN is limited to, which may be none; null means all classes.',
      resolve: (viewer) => viewer.classIds && [...viewer.classIds],
    }),
    zoom: t.expose('zoom', { type: ZoomType, nullable: true, description: "A teacher's own meeting account." }),
    language: t.expose('language', {
      type: LanguageType,
      nullable: true,
      description: 'The language that the person has chosen for the pages, on whatever device.',
    }),
    place: t.expose('place', {
      type: PlaceType,
      nullable: true,
      description: "The student's enrolment in the current term.",
    }),
  }),
})

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerType,
    nullable: true,
    description: 'The signed-in person; null without a session, or when the record of the account was deleted or disabled.',
    resolve: (_, __, call) => {
      if (call.mustChoosePassword) throw notSignedIn(call)
      return call.viewer
    },
  }),
)
