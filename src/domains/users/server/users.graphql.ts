import { fileUrl } from '#platform/files/files.ts'
import { builder, PermissionType, viewerCan } from '#platform/graphql/builder.ts'
import { OneTimeCodeType } from '#platform/graphql/oneTimeCode.ts'
import { ImportedType } from '#platform/graphql/imported.ts'
import { importBy } from '#platform/graphql/importers.ts'
import { inputType } from '#platform/graphql/input.ts'
import type { Role } from '#shared/roles.ts'
import { newUser, teacherImport, userDisabled, userPassword, userPhoto, userUpdate } from '../users.schema.ts'
import { importTeachers } from './importTeachers.commands.ts'
import { undoTeachersImport } from './undoTeachersImport.commands.ts'
import {
  addUser,
  deleteUser,
  handOutUserCode,
  type GrantableRole,
  listUserRoles,
  listTeachers,
  listUsers,
  setUserDisabled,
  setUserPassword,
  setUserPhoto,
  updateUser,
  viewUser,
  viewUserAssignments,
} from './users.commands.ts'
import { TeacherType } from './users.exports.ts'
import { userActions } from './users.permissions.ts'
import type { User, UserAssignments, UserClass } from './users.sql.ts'
import { RoleType } from './viewer.graphql.ts'

const userCan = viewerCan<User, 'update' | 'changeRole' | 'setPassword' | 'handOutCode' | 'setDisabled' | 'delete'>('User', {
  update: userActions.update,
  changeRole: userActions.changeRole,
  setPassword: userActions.setPassword,
  handOutCode: userActions.handOutCode,
  setDisabled: userActions.setDisabled,
  delete: userActions.delete,
})

const UserClassType = builder.objectRef<UserClass>('UserClass').implement({
  description: 'A class an ADMIN is limited to.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    termId: t.exposeID('termId'),
    termName: t.exposeString('termName'),
  }),
})

const UserType = builder.objectRef<User>('User').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    email: t.exposeString('email'),
    phone: t.exposeString('phone'),
    role: t.field({ type: RoleType, resolve: (user) => user.role as Role }),
    disabled: t.exposeBoolean('disabled'),
    classes: t.field({
      type: [UserClassType],
      description: 'The classes an ADMIN is limited to; none means every class.',
      resolve: (user) => user.classes,
    }),
    photoUrl: t.string({
      nullable: true,
      description: 'Where the photo can be looked at for some minutes.',
      resolve: (user, _, call) => fileUrl(call, user.schoolId, user.photoFile, 'user-photo'),
    }),
    photoFile: t.id({ nullable: true, resolve: (user) => user.photoFile }),
    zoomId: t.exposeString('zoomId'),
    zoomPassword: t.string({
      nullable: true,
      description: 'For SUPERADMIN, ADMIN and the teacher; null for everybody else.',
      resolve: (user, _, { viewer }) => {
        const may = viewer?.role === 'SUPERADMIN' || viewer?.role === 'ADMIN' || viewer?.userId === user.id
        return may ? user.zoomPassword : null
      },
    }),
    zoomLink: t.exposeString('zoomLink'),
    viewerCan: t.field({ type: userCan.type, resolve: userCan.resolve }),
  }),
})

const UserRoleType = builder.objectRef<GrantableRole>('UserRole').implement({
  description: 'A permission that users have, and whether the viewer may give it.',
  fields: (t) => ({
    role: t.field({ type: RoleType, resolve: ({ role }) => role }),
    viewerCan: t.field({ type: PermissionType, resolve: ({ permission }) => permission }),
    classesRequired: t.exposeBoolean('classesRequired', {
      description: 'Only with classes chosen: the viewer is limited to some, and gives no more.',
    }),
  }),
})

const UserAssignmentsType = builder.objectRef<UserAssignments>('UserAssignments').implement({
  description: 'How many sections, subjects and books a user teaches.',
  fields: (t) => ({
    sections: t.exposeInt('sections'),
    subjects: t.exposeInt('subjects'),
    books: t.exposeInt('books'),
  }),
})

builder.queryFields((t) => ({
  users: t.field({
    type: [UserType],
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => listUsers(call, schoolId, {}),
  }),
  userRoles: t.field({
    type: [UserRoleType],
    description: 'The permissions that a user may have, each with whether the viewer may give it.',
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => listUserRoles(call, schoolId, {}),
  }),
  teachers: t.field({
    type: [TeacherType],
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => listTeachers(call, schoolId, {}),
  }),
  user: t.field({
    type: UserType,
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => viewUser(call, schoolId, { id }),
  }),
  userAssignments: t.field({
    type: UserAssignmentsType,
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => viewUserAssignments(call, schoolId, { id }),
  }),
}))

builder.mutationFields((t) => ({
  addUser: t.field({
    type: UserType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('NewUser', newUser) }) },
    resolve: (_, { schoolId, input }, call) => addUser(call, schoolId, input),
  }),
  updateUser: t.field({
    type: UserType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('UserUpdate', userUpdate) }) },
    resolve: (_, { schoolId, input }, call) => updateUser(call, schoolId, input),
  }),
  setUserDisabled: t.field({
    type: UserType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('UserDisabled', userDisabled) }) },
    resolve: (_, { schoolId, input }, call) => setUserDisabled(call, schoolId, input),
  }),
  setUserPassword: t.field({
    type: UserType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('UserPassword', userPassword) }) },
    resolve: (_, { schoolId, input }, call) => setUserPassword(call, schoolId, input),
  }),
  handOutUserCode: t.field({
    type: OneTimeCodeType,
    description: 'Makes a one-time code in the place of the password of a user. It is answered once and stored hashed.',
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => handOutUserCode(call, schoolId, { id }),
  }),
  setUserPhoto: t.field({
    type: UserType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('UserPhoto', userPhoto) }) },
    resolve: (_, { schoolId, input }, call) => setUserPhoto(call, schoolId, input),
  }),
  deleteUser: t.id({
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => deleteUser(call, schoolId, { id }),
  }),
  importTeachers: t.field({
    type: ImportedType,
    extensions: importBy(userActions.importTeachers),
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('TeacherImport', teacherImport) }) },
    resolve: (_, { schoolId, input }, call) => importTeachers(call, schoolId, input),
  }),
  undoTeachersImport: t.int({
    description: 'Removes the teachers of an import while nothing stands on them; answers how many.',
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => undoTeachersImport(call, schoolId, { id }),
  }),
}))
