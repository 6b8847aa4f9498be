import { fileUrl } from '#platform/files/files.ts'
import { builder, PermissionType, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { OneTimeCodeType } from '#platform/graphql/oneTimeCode.ts'
import { ImportedType } from '#platform/graphql/imported.ts'
import { importBy } from '#platform/graphql/importRoles.ts'
import { inputType } from '#platform/graphql/inputType.ts'
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
  description: 'A class that an ADMIN is limited to.',
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
    limitedToClasses: t.exposeBoolean('limitedToClasses', { description: 'Whether an ADMIN sees `classes` alone.' }),
    classes: t.field({
      type: [UserClassType],
      description: 'Classes that a limited ADMIN sees; one without any sees no class.',
      resolve: (user) => user.classes,
    }),
    photoUrl: t.string({
      nullable: true,
      description: 'Address of the photo, valid for some minutes.',
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
  description: 'A role of users, and whether the viewer may grant it.',
  fields: (t) => ({
    role: t.field({ type: RoleType, resolve: ({ role }) => role }),
    viewerCan: t.field({ type: PermissionType, resolve: ({ permission }) => permission }),
    classesRequired: t.exposeBoolean('classesRequired', {
      description: 'Whether classes must be chosen, because the viewer is limited to some and may grant no others.',
    }),
  }),
})

const UserAssignmentsType = builder.objectRef<UserAssignments>('UserAssignments').implement({
  description: 'Numbers of sections, subjects and books that a user teaches.',
  fields: (t) => ({
    sections: t.exposeInt('sections'),
    subjects: t.exposeInt('subjects'),
    books: t.exposeInt('books'),
  }),
})

builder.queryFields((t) => ({
  users: commandField(t, listUsers, { type: [UserType] }),
  userRoles: commandField(t, listUserRoles, {
    type: [UserRoleType],
    description: 'The roles of users, each with whether the viewer may grant it.',
  }),
  teachers: commandField(t, listTeachers, { type: [TeacherType] }),
  user: commandField(t, viewUser, { type: UserType, args: { id: t.arg.id() } }),
  userAssignments: commandField(t, viewUserAssignments, { type: UserAssignmentsType, args: { id: t.arg.id() } }),
}))

builder.mutationFields((t) => ({
  addUser: commandField(t, addUser, { type: UserType, input: inputType('NewUser', newUser) }),
  updateUser: commandField(t, updateUser, { type: UserType, input: inputType('UserUpdate', userUpdate) }),
  setUserDisabled: commandField(t, setUserDisabled, { type: UserType, input: inputType('UserDisabled', userDisabled) }),
  setUserPassword: commandField(t, setUserPassword, { type: UserType, input: inputType('UserPassword', userPassword) }),
  handOutUserCode: commandField(t, handOutUserCode, {
    type: OneTimeCodeType,
    description: "Creates a one-time code that replaces a user's password. It is returned once and stored hashed.",
    args: { id: t.arg.id() },
  }),
  setUserPhoto: commandField(t, setUserPhoto, { type: UserType, input: inputType('UserPhoto', userPhoto) }),
  deleteUser: commandField(t, deleteUser, { type: 'ID', args: { id: t.arg.id() } }),
  importTeachers: commandField(t, importTeachers, {
    type: ImportedType,
    extensions: importBy(userActions.importTeachers),
    input: inputType('TeacherImport', teacherImport),
  }),
  undoTeachersImport: commandField(t, undoTeachersImport, {
    work: 200,
    type: 'Int',
    description: 'Deletes the teachers of an import and returns their number. Refused when one has assignments or was changed.',
    args: { id: t.arg.id() },
  }),
}))
