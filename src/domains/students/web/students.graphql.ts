/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '#ui/generated/schema.types.ts';

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type Gender =
  | 'BLANK'
  | 'FEMALE'
  | 'MALE'
  | 'OTHER';

export type QrSheetView = {
  classId?: string | null | undefined;
  sectionId?: string | null | undefined;
  termId: string;
};

export type StudentDisabled = {
  disabled: boolean;
  id: string;
};

export type StudentEdit = {
  key?: string | null | undefined;
  rows: Array<StudentEditRows>;
};

export type StudentEditRows = {
  aadharNumber?: string | null | undefined;
  aapar?: string | null | undefined;
  aaparId?: string | null | undefined;
  action: string;
  address?: string | null | undefined;
  admitInClass?: string | null | undefined;
  birthPlace?: string | null | undefined;
  birthdate?: string | null | undefined;
  bloodgroup?: string | null | undefined;
  caste?: string | null | undefined;
  class: string;
  colony?: string | null | undefined;
  country?: string | null | undefined;
  dateOfAdmission?: string | null | undefined;
  dist?: string | null | undefined;
  distance?: string | null | undefined;
  dobInWords?: string | null | undefined;
  email?: string | null | undefined;
  fatherName?: string | null | undefined;
  fatherOccupation?: string | null | undefined;
  fatherQualification?: string | null | undefined;
  firstName?: string | null | undefined;
  gender?: string | null | undefined;
  guardian?: string | null | undefined;
  handicap?: string | null | undefined;
  height?: string | null | undefined;
  id?: string | null | undefined;
  lastClass?: string | null | undefined;
  lastSchoolAttended?: string | null | undefined;
  loginEmail?: string | null | undefined;
  motherName?: string | null | undefined;
  motherOccupation?: string | null | undefined;
  motherQualification?: string | null | undefined;
  motherTongue?: string | null | undefined;
  muman?: string | null | undefined;
  name?: string | null | undefined;
  orphan?: string | null | undefined;
  penNumber?: string | null | undefined;
  phone?: string | null | undefined;
  phones?: string | null | undefined;
  registerNo?: string | null | undefined;
  religion?: string | null | undefined;
  rfid?: string | null | undefined;
  roll: string;
  saralId?: string | null | undefined;
  section: string;
  sibling?: string | null | undefined;
  singleParent?: string | null | undefined;
  state?: string | null | undefined;
  subCaste?: string | null | undefined;
  surname?: string | null | undefined;
  taluka?: string | null | undefined;
  term: string;
  uidNo?: string | null | undefined;
  weight?: string | null | undefined;
};

export type StudentForm = {
  aadharFile?: string | null | undefined;
  aadharNumber?: string | null | undefined;
  aapar?: boolean | null | undefined;
  aaparId?: string | null | undefined;
  address?: string | null | undefined;
  admitInClass?: string | null | undefined;
  birthPlace?: string | null | undefined;
  birthdate?: string | null | undefined;
  bloodgroup?: string | null | undefined;
  caste?: string | null | undefined;
  colony?: string | null | undefined;
  country?: string | null | undefined;
  dateOfAdmission?: string | null | undefined;
  dist?: string | null | undefined;
  distance?: string | null | undefined;
  dobInWords?: string | null | undefined;
  email?: string | null | undefined;
  fatherName?: string | null | undefined;
  fatherOccupation?: string | null | undefined;
  fatherQualification?: string | null | undefined;
  feeCategoryIds?: Array<string> | null | undefined;
  firstName?: string | null | undefined;
  gender?: Gender | null | undefined;
  guardian?: string | null | undefined;
  handicap?: string | null | undefined;
  height?: string | null | undefined;
  lastClass?: string | null | undefined;
  lastSchoolAttended?: string | null | undefined;
  loginEmail?: string | null | undefined;
  motherName?: string | null | undefined;
  motherOccupation?: string | null | undefined;
  motherQualification?: string | null | undefined;
  motherTongue?: string | null | undefined;
  muman?: string | null | undefined;
  name: string;
  orphan?: boolean | null | undefined;
  penNumber?: string | null | undefined;
  phone: string;
  phones?: string | null | undefined;
  photoFile?: string | null | undefined;
  qrcode?: string | null | undefined;
  registerNo?: string | null | undefined;
  religion?: string | null | undefined;
  rfid?: string | null | undefined;
  roll: string;
  saralId?: string | null | undefined;
  section: string;
  sibling?: string | null | undefined;
  singleParent?: boolean | null | undefined;
  state?: string | null | undefined;
  subCaste?: string | null | undefined;
  surname?: string | null | undefined;
  taluka?: string | null | undefined;
  termId: string;
  uidNo?: string | null | undefined;
  weight?: string | null | undefined;
};

export type StudentImport = {
  key?: string | null | undefined;
  rows: Array<StudentImportRows>;
  termId: string;
};

export type StudentImportRows = {
  aadharNumber?: string | null | undefined;
  aapar?: string | null | undefined;
  aaparId?: string | null | undefined;
  address?: string | null | undefined;
  admitInClass?: string | null | undefined;
  birthPlace?: string | null | undefined;
  birthdate?: string | null | undefined;
  bloodgroup?: string | null | undefined;
  caste?: string | null | undefined;
  class: string;
  colony?: string | null | undefined;
  country?: string | null | undefined;
  dateOfAdmission?: string | null | undefined;
  dist?: string | null | undefined;
  distance?: string | null | undefined;
  dobInWords?: string | null | undefined;
  email?: string | null | undefined;
  fatherName?: string | null | undefined;
  fatherOccupation?: string | null | undefined;
  fatherQualification?: string | null | undefined;
  firstName?: string | null | undefined;
  gender?: string | null | undefined;
  guardian?: string | null | undefined;
  handicap?: string | null | undefined;
  height?: string | null | undefined;
  lastClass?: string | null | undefined;
  lastSchoolAttended?: string | null | undefined;
  loginEmail?: string | null | undefined;
  motherName?: string | null | undefined;
  motherOccupation?: string | null | undefined;
  motherQualification?: string | null | undefined;
  motherTongue?: string | null | undefined;
  muman?: string | null | undefined;
  name: string;
  orphan?: string | null | undefined;
  penNumber?: string | null | undefined;
  phone: string;
  phones?: string | null | undefined;
  registerNo?: string | null | undefined;
  religion?: string | null | undefined;
  rfid?: string | null | undefined;
  roll: string;
  saralId?: string | null | undefined;
  section: string;
  sibling?: string | null | undefined;
  singleParent?: string | null | undefined;
  state?: string | null | undefined;
  subCaste?: string | null | undefined;
  surname?: string | null | undefined;
  taluka?: string | null | undefined;
  uidNo?: string | null | undefined;
  weight?: string | null | undefined;
};

export type StudentSort =
  | 'NAME'
  | 'PHONE'
  | 'REGISTER_NO'
  | 'ROLL'
  | 'SECTION';

export type StudentUpdate = {
  aadharFile?: string | null | undefined;
  aadharNumber?: string | null | undefined;
  aapar?: boolean | null | undefined;
  aaparId?: string | null | undefined;
  address?: string | null | undefined;
  admitInClass?: string | null | undefined;
  birthPlace?: string | null | undefined;
  birthdate?: string | null | undefined;
  bloodgroup?: string | null | undefined;
  caste?: string | null | undefined;
  colony?: string | null | undefined;
  country?: string | null | undefined;
  dateOfAdmission?: string | null | undefined;
  dist?: string | null | undefined;
  distance?: string | null | undefined;
  dobInWords?: string | null | undefined;
  email?: string | null | undefined;
  fatherName?: string | null | undefined;
  fatherOccupation?: string | null | undefined;
  fatherQualification?: string | null | undefined;
  firstName?: string | null | undefined;
  gender?: Gender | null | undefined;
  guardian?: string | null | undefined;
  handicap?: string | null | undefined;
  height?: string | null | undefined;
  id: string;
  lastClass?: string | null | undefined;
  lastSchoolAttended?: string | null | undefined;
  loginEmail?: string | null | undefined;
  motherName?: string | null | undefined;
  motherOccupation?: string | null | undefined;
  motherQualification?: string | null | undefined;
  motherTongue?: string | null | undefined;
  muman?: string | null | undefined;
  name: string;
  orphan?: boolean | null | undefined;
  penNumber?: string | null | undefined;
  phone: string;
  phones?: string | null | undefined;
  photoFile?: string | null | undefined;
  qrcode?: string | null | undefined;
  registerNo?: string | null | undefined;
  religion?: string | null | undefined;
  rfid?: string | null | undefined;
  roll: string;
  saralId?: string | null | undefined;
  section: string;
  sibling?: string | null | undefined;
  singleParent?: boolean | null | undefined;
  state?: string | null | undefined;
  subCaste?: string | null | undefined;
  surname?: string | null | undefined;
  taluka?: string | null | undefined;
  termId: string;
  uidNo?: string | null | undefined;
  weight?: string | null | undefined;
};

export type StudentsOfTerm = {
  termId: string;
};

export type StudentsView = {
  classId?: string | null | undefined;
  descending?: boolean | null | undefined;
  disabled?: boolean | null | undefined;
  page?: number | null | undefined;
  pageSize?: number | null | undefined;
  search?: string | null | undefined;
  sectionId?: string | null | undefined;
  sort?: StudentSort | null | undefined;
  termId: string;
};

export type StudentBasicsFragment = { id: string, name: string, phone: string, registerNo: string, gender: Types.Gender, disabled: boolean, loginEmail: string | null, birthdate: string | null, viewerCan: { update: { allowed: boolean, reason: string | null }, setDisabled: { allowed: boolean, reason: string | null }, delete: { allowed: boolean, reason: string | null }, revealAadhaar: { allowed: boolean, reason: string | null }, handOutCode: { allowed: boolean, reason: string | null } } };

export type StudentPlaceFragment = { id: string, termId: string, roll: string, classId: string, className: string, sectionId: string, sectionName: string };

export type StudentDetailFragment = { photoUrl: string | null, id: string, name: string, phone: string, registerNo: string, gender: Types.Gender, disabled: boolean, loginEmail: string | null, birthdate: string | null, places: Array<{ id: string, termId: string, roll: string, classId: string, className: string, sectionId: string, sectionName: string }>, details: { firstName: string, surname: string, registerNo: string, phones: string, email: string, birthdate: string | null, dobInWords: string, birthPlace: string, motherTongue: string, religion: string | null, caste: string | null, subCaste: string | null, fatherName: string, fatherOccupation: string, fatherQualification: string, motherName: string, motherOccupation: string, motherQualification: string, guardian: string, sibling: string, singleParent: boolean, orphan: boolean, address: string, colony: string, taluka: string, dist: string, state: string, country: string, distance: string, admitInClass: string, dateOfAdmission: string | null, lastClass: string, lastSchoolAttended: string, aapar: boolean, aaparId: string, penNumber: string, saralId: string, uidNo: string, rfid: string, bloodgroup: string | null, height: string | null, weight: string | null, handicap: string | null, muman: string, aadharNumber: string | null, aadharUrl: string | null, aadharFile: string | null, photoFile: string | null, qrcode: string | null, createTermId: string | null, createdAt: string } | null, viewerCan: { update: { allowed: boolean, reason: string | null }, setDisabled: { allowed: boolean, reason: string | null }, delete: { allowed: boolean, reason: string | null }, revealAadhaar: { allowed: boolean, reason: string | null }, handOutCode: { allowed: boolean, reason: string | null } } };

export type StudentsQueryVariables = Exact<{
  schoolId: string;
  input: Types.StudentsView;
}>;


export type StudentsQuery = { students: { total: number, rows: Array<{ id: string, termId: string, roll: string, classId: string, className: string, sectionId: string, sectionName: string, student: { id: string, name: string, phone: string, registerNo: string, gender: Types.Gender, disabled: boolean, loginEmail: string | null, birthdate: string | null, viewerCan: { update: { allowed: boolean, reason: string | null }, setDisabled: { allowed: boolean, reason: string | null }, delete: { allowed: boolean, reason: string | null }, revealAadhaar: { allowed: boolean, reason: string | null }, handOutCode: { allowed: boolean, reason: string | null } } } }> } };

export type StudentsViewerCanQueryVariables = Exact<{
  schoolId: string;
}>;


export type StudentsViewerCanQuery = { studentsViewerCan: { add: { allowed: boolean }, importStudents: { allowed: boolean }, editStudents: { allowed: boolean }, qrSheet: { allowed: boolean }, handOutCodes: { allowed: boolean } } };

export type StudentDeletionQueryVariables = Exact<{
  schoolId: string;
  id: string;
}>;


export type StudentDeletionQuery = { studentDeletion: { keptBy: Array<string>, goesAlong: Array<string> } };

export type KeptStudentsQueryVariables = Exact<{
  schoolId: string;
  ids: Array<string> | string;
}>;


export type KeptStudentsQuery = { keptStudents: Array<{ id: string, name: string, keptBy: Array<string> }> };

export type StudentQueryVariables = Exact<{
  schoolId: string;
  id: string;
}>;


export type StudentQuery = { student: { photoUrl: string | null, id: string, name: string, phone: string, registerNo: string, gender: Types.Gender, disabled: boolean, loginEmail: string | null, birthdate: string | null, places: Array<{ id: string, termId: string, roll: string, classId: string, className: string, sectionId: string, sectionName: string }>, details: { firstName: string, surname: string, registerNo: string, phones: string, email: string, birthdate: string | null, dobInWords: string, birthPlace: string, motherTongue: string, religion: string | null, caste: string | null, subCaste: string | null, fatherName: string, fatherOccupation: string, fatherQualification: string, motherName: string, motherOccupation: string, motherQualification: string, guardian: string, sibling: string, singleParent: boolean, orphan: boolean, address: string, colony: string, taluka: string, dist: string, state: string, country: string, distance: string, admitInClass: string, dateOfAdmission: string | null, lastClass: string, lastSchoolAttended: string, aapar: boolean, aaparId: string, penNumber: string, saralId: string, uidNo: string, rfid: string, bloodgroup: string | null, height: string | null, weight: string | null, handicap: string | null, muman: string, aadharNumber: string | null, aadharUrl: string | null, aadharFile: string | null, photoFile: string | null, qrcode: string | null, createTermId: string | null, createdAt: string } | null, viewerCan: { update: { allowed: boolean, reason: string | null }, setDisabled: { allowed: boolean, reason: string | null }, delete: { allowed: boolean, reason: string | null }, revealAadhaar: { allowed: boolean, reason: string | null }, handOutCode: { allowed: boolean, reason: string | null } } } };

export type StudentNameQueryVariables = Exact<{
  schoolId: string;
  id: string;
}>;


export type StudentNameQuery = { student: { id: string, name: string } };

export type FindStudentsQueryVariables = Exact<{
  schoolId: string;
  input: Types.StudentsView;
}>;


export type FindStudentsQuery = { students: { rows: Array<{ id: string, roll: string, className: string, sectionName: string, student: { id: string, name: string, phone: string } }> } };

export type TermRollsQueryVariables = Exact<{
  schoolId: string;
  termId: string;
}>;


export type TermRollsQuery = { termRolls: Array<{ studentId: string, name: string, roll: string, className: string, sectionName: string }> };

export type QrSheetQueryVariables = Exact<{
  schoolId: string;
  input: Types.QrSheetView;
}>;


export type QrSheetQuery = { qrSheet: Array<{ id: string, name: string, qrcode: string, roll: string, className: string, sectionName: string }> };

export type AddStudentMutationVariables = Exact<{
  schoolId: string;
  input: Types.StudentForm;
}>;


export type AddStudentMutation = { addStudent: { photoUrl: string | null, id: string, name: string, phone: string, registerNo: string, gender: Types.Gender, disabled: boolean, loginEmail: string | null, birthdate: string | null, places: Array<{ id: string, termId: string, roll: string, classId: string, className: string, sectionId: string, sectionName: string }>, details: { firstName: string, surname: string, registerNo: string, phones: string, email: string, birthdate: string | null, dobInWords: string, birthPlace: string, motherTongue: string, religion: string | null, caste: string | null, subCaste: string | null, fatherName: string, fatherOccupation: string, fatherQualification: string, motherName: string, motherOccupation: string, motherQualification: string, guardian: string, sibling: string, singleParent: boolean, orphan: boolean, address: string, colony: string, taluka: string, dist: string, state: string, country: string, distance: string, admitInClass: string, dateOfAdmission: string | null, lastClass: string, lastSchoolAttended: string, aapar: boolean, aaparId: string, penNumber: string, saralId: string, uidNo: string, rfid: string, bloodgroup: string | null, height: string | null, weight: string | null, handicap: string | null, muman: string, aadharNumber: string | null, aadharUrl: string | null, aadharFile: string | null, photoFile: string | null, qrcode: string | null, createTermId: string | null, createdAt: string } | null, viewerCan: { update: { allowed: boolean, reason: string | null }, setDisabled: { allowed: boolean, reason: string | null }, delete: { allowed: boolean, reason: string | null }, revealAadhaar: { allowed: boolean, reason: string | null }, handOutCode: { allowed: boolean, reason: string | null } } } };

export type UpdateStudentMutationVariables = Exact<{
  schoolId: string;
  input: Types.StudentUpdate;
}>;


export type UpdateStudentMutation = { updateStudent: { photoUrl: string | null, id: string, name: string, phone: string, registerNo: string, gender: Types.Gender, disabled: boolean, loginEmail: string | null, birthdate: string | null, places: Array<{ id: string, termId: string, roll: string, classId: string, className: string, sectionId: string, sectionName: string }>, details: { firstName: string, surname: string, registerNo: string, phones: string, email: string, birthdate: string | null, dobInWords: string, birthPlace: string, motherTongue: string, religion: string | null, caste: string | null, subCaste: string | null, fatherName: string, fatherOccupation: string, fatherQualification: string, motherName: string, motherOccupation: string, motherQualification: string, guardian: string, sibling: string, singleParent: boolean, orphan: boolean, address: string, colony: string, taluka: string, dist: string, state: string, country: string, distance: string, admitInClass: string, dateOfAdmission: string | null, lastClass: string, lastSchoolAttended: string, aapar: boolean, aaparId: string, penNumber: string, saralId: string, uidNo: string, rfid: string, bloodgroup: string | null, height: string | null, weight: string | null, handicap: string | null, muman: string, aadharNumber: string | null, aadharUrl: string | null, aadharFile: string | null, photoFile: string | null, qrcode: string | null, createTermId: string | null, createdAt: string } | null, viewerCan: { update: { allowed: boolean, reason: string | null }, setDisabled: { allowed: boolean, reason: string | null }, delete: { allowed: boolean, reason: string | null }, revealAadhaar: { allowed: boolean, reason: string | null }, handOutCode: { allowed: boolean, reason: string | null } } } };

export type SetStudentDisabledMutationVariables = Exact<{
  schoolId: string;
  input: Types.StudentDisabled;
}>;


export type SetStudentDisabledMutation = { setStudentDisabled: { id: string, disabled: boolean } };

export type DeleteStudentMutationVariables = Exact<{
  schoolId: string;
  id: string;
}>;


export type DeleteStudentMutation = { deleteStudent: string };

export type RevealAadhaarMutationVariables = Exact<{
  schoolId: string;
  id: string;
}>;


export type RevealAadhaarMutation = { revealAadhaar: string | null };

export type ImportStudentsMutationVariables = Exact<{
  schoolId: string;
  input: Types.StudentImport;
}>;


export type ImportStudentsMutation = { importStudents: { id: string } };

export type UndoStudentsImportMutationVariables = Exact<{
  schoolId: string;
  id: string;
}>;


export type UndoStudentsImportMutation = { undoStudentsImport: number };

export type ExportStudentsMutationVariables = Exact<{
  schoolId: string;
  input: Types.StudentsOfTerm;
}>;


export type ExportStudentsMutation = { exportStudents: string };

export type EditStudentsMutationVariables = Exact<{
  schoolId: string;
  input: Types.StudentEdit;
}>;


export type EditStudentsMutation = { editStudents: { added: number, updated: number, deleted: number } };

export type HandOutStudentCodeMutationVariables = Exact<{
  schoolId: string;
  id: string;
}>;


export type HandOutStudentCodeMutation = { handOutStudentCode: { code: string, login: string } };

export type HandOutSectionCodesMutationVariables = Exact<{
  schoolId: string;
  sectionId: string;
}>;


export type HandOutSectionCodesMutation = { handOutSectionCodes: { className: string, sectionName: string, expiresAt: string, ownPassword: number, withoutLogin: number, slips: Array<{ studentId: string, name: string, roll: string, login: string, code: string }> } };

export const StudentBasicsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StudentBasics"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Student"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"registerNo"}},{"kind":"Field","name":{"kind":"Name","value":"gender"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"loginEmail"}},{"kind":"Field","name":{"kind":"Name","value":"birthdate"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"update"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"setDisabled"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"delete"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"revealAadhaar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"handOutCode"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}}]} as unknown as DocumentNode<StudentBasicsFragment, unknown>;
export const StudentPlaceFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StudentPlace"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Enrolment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"termId"}},{"kind":"Field","name":{"kind":"Name","value":"roll"}},{"kind":"Field","name":{"kind":"Name","value":"classId"}},{"kind":"Field","name":{"kind":"Name","value":"className"}},{"kind":"Field","name":{"kind":"Name","value":"sectionId"}},{"kind":"Field","name":{"kind":"Name","value":"sectionName"}}]}}]} as unknown as DocumentNode<StudentPlaceFragment, unknown>;
export const StudentDetailFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StudentDetail"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Student"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StudentBasics"}},{"kind":"Field","name":{"kind":"Name","value":"photoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"places"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StudentPlace"}}]}},{"kind":"Field","name":{"kind":"Name","value":"details"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"surname"}},{"kind":"Field","name":{"kind":"Name","value":"registerNo"}},{"kind":"Field","name":{"kind":"Name","value":"phones"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"birthdate"}},{"kind":"Field","name":{"kind":"Name","value":"dobInWords"}},{"kind":"Field","name":{"kind":"Name","value":"birthPlace"}},{"kind":"Field","name":{"kind":"Name","value":"motherTongue"}},{"kind":"Field","name":{"kind":"Name","value":"religion"}},{"kind":"Field","name":{"kind":"Name","value":"caste"}},{"kind":"Field","name":{"kind":"Name","value":"subCaste"}},{"kind":"Field","name":{"kind":"Name","value":"fatherName"}},{"kind":"Field","name":{"kind":"Name","value":"fatherOccupation"}},{"kind":"Field","name":{"kind":"Name","value":"fatherQualification"}},{"kind":"Field","name":{"kind":"Name","value":"motherName"}},{"kind":"Field","name":{"kind":"Name","value":"motherOccupation"}},{"kind":"Field","name":{"kind":"Name","value":"motherQualification"}},{"kind":"Field","name":{"kind":"Name","value":"guardian"}},{"kind":"Field","name":{"kind":"Name","value":"sibling"}},{"kind":"Field","name":{"kind":"Name","value":"singleParent"}},{"kind":"Field","name":{"kind":"Name","value":"orphan"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"colony"}},{"kind":"Field","name":{"kind":"Name","value":"taluka"}},{"kind":"Field","name":{"kind":"Name","value":"dist"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"distance"}},{"kind":"Field","name":{"kind":"Name","value":"admitInClass"}},{"kind":"Field","name":{"kind":"Name","value":"dateOfAdmission"}},{"kind":"Field","name":{"kind":"Name","value":"lastClass"}},{"kind":"Field","name":{"kind":"Name","value":"lastSchoolAttended"}},{"kind":"Field","name":{"kind":"Name","value":"aapar"}},{"kind":"Field","name":{"kind":"Name","value":"aaparId"}},{"kind":"Field","name":{"kind":"Name","value":"penNumber"}},{"kind":"Field","name":{"kind":"Name","value":"saralId"}},{"kind":"Field","name":{"kind":"Name","value":"uidNo"}},{"kind":"Field","name":{"kind":"Name","value":"rfid"}},{"kind":"Field","name":{"kind":"Name","value":"bloodgroup"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"handicap"}},{"kind":"Field","name":{"kind":"Name","value":"muman"}},{"kind":"Field","name":{"kind":"Name","value":"aadharNumber"}},{"kind":"Field","name":{"kind":"Name","value":"aadharUrl"}},{"kind":"Field","name":{"kind":"Name","value":"aadharFile"}},{"kind":"Field","name":{"kind":"Name","value":"photoFile"}},{"kind":"Field","name":{"kind":"Name","value":"qrcode"}},{"kind":"Field","name":{"kind":"Name","value":"createTermId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StudentBasics"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Student"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"registerNo"}},{"kind":"Field","name":{"kind":"Name","value":"gender"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"loginEmail"}},{"kind":"Field","name":{"kind":"Name","value":"birthdate"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"update"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"setDisabled"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"delete"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"revealAadhaar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"handOutCode"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StudentPlace"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Enrolment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"termId"}},{"kind":"Field","name":{"kind":"Name","value":"roll"}},{"kind":"Field","name":{"kind":"Name","value":"classId"}},{"kind":"Field","name":{"kind":"Name","value":"className"}},{"kind":"Field","name":{"kind":"Name","value":"sectionId"}},{"kind":"Field","name":{"kind":"Name","value":"sectionName"}}]}}]} as unknown as DocumentNode<StudentDetailFragment, unknown>;
export const StudentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Students"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StudentsView"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"students"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StudentPlace"}},{"kind":"Field","name":{"kind":"Name","value":"student"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StudentBasics"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StudentPlace"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Enrolment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"termId"}},{"kind":"Field","name":{"kind":"Name","value":"roll"}},{"kind":"Field","name":{"kind":"Name","value":"classId"}},{"kind":"Field","name":{"kind":"Name","value":"className"}},{"kind":"Field","name":{"kind":"Name","value":"sectionId"}},{"kind":"Field","name":{"kind":"Name","value":"sectionName"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StudentBasics"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Student"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"registerNo"}},{"kind":"Field","name":{"kind":"Name","value":"gender"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"loginEmail"}},{"kind":"Field","name":{"kind":"Name","value":"birthdate"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"update"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"setDisabled"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"delete"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"revealAadhaar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"handOutCode"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}}]} as unknown as DocumentNode<StudentsQuery, StudentsQueryVariables>;
export const StudentsViewerCanDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StudentsViewerCan"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"studentsViewerCan"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"add"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}},{"kind":"Field","name":{"kind":"Name","value":"importStudents"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}},{"kind":"Field","name":{"kind":"Name","value":"editStudents"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}},{"kind":"Field","name":{"kind":"Name","value":"qrSheet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}},{"kind":"Field","name":{"kind":"Name","value":"handOutCodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]}}]} as unknown as DocumentNode<StudentsViewerCanQuery, StudentsViewerCanQueryVariables>;
export const StudentDeletionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StudentDeletion"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"studentDeletion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keptBy"}},{"kind":"Field","name":{"kind":"Name","value":"goesAlong"}}]}}]}}]} as unknown as DocumentNode<StudentDeletionQuery, StudentDeletionQueryVariables>;
export const KeptStudentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"KeptStudents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keptStudents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"keptBy"}}]}}]}}]} as unknown as DocumentNode<KeptStudentsQuery, KeptStudentsQueryVariables>;
export const StudentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Student"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"student"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StudentDetail"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StudentBasics"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Student"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"registerNo"}},{"kind":"Field","name":{"kind":"Name","value":"gender"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"loginEmail"}},{"kind":"Field","name":{"kind":"Name","value":"birthdate"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"update"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"setDisabled"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"delete"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"revealAadhaar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"handOutCode"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StudentPlace"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Enrolment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"termId"}},{"kind":"Field","name":{"kind":"Name","value":"roll"}},{"kind":"Field","name":{"kind":"Name","value":"classId"}},{"kind":"Field","name":{"kind":"Name","value":"className"}},{"kind":"Field","name":{"kind":"Name","value":"sectionId"}},{"kind":"Field","name":{"kind":"Name","value":"sectionName"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StudentDetail"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Student"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StudentBasics"}},{"kind":"Field","name":{"kind":"Name","value":"photoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"places"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StudentPlace"}}]}},{"kind":"Field","name":{"kind":"Name","value":"details"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"surname"}},{"kind":"Field","name":{"kind":"Name","value":"registerNo"}},{"kind":"Field","name":{"kind":"Name","value":"phones"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"birthdate"}},{"kind":"Field","name":{"kind":"Name","value":"dobInWords"}},{"kind":"Field","name":{"kind":"Name","value":"birthPlace"}},{"kind":"Field","name":{"kind":"Name","value":"motherTongue"}},{"kind":"Field","name":{"kind":"Name","value":"religion"}},{"kind":"Field","name":{"kind":"Name","value":"caste"}},{"kind":"Field","name":{"kind":"Name","value":"subCaste"}},{"kind":"Field","name":{"kind":"Name","value":"fatherName"}},{"kind":"Field","name":{"kind":"Name","value":"fatherOccupation"}},{"kind":"Field","name":{"kind":"Name","value":"fatherQualification"}},{"kind":"Field","name":{"kind":"Name","value":"motherName"}},{"kind":"Field","name":{"kind":"Name","value":"motherOccupation"}},{"kind":"Field","name":{"kind":"Name","value":"motherQualification"}},{"kind":"Field","name":{"kind":"Name","value":"guardian"}},{"kind":"Field","name":{"kind":"Name","value":"sibling"}},{"kind":"Field","name":{"kind":"Name","value":"singleParent"}},{"kind":"Field","name":{"kind":"Name","value":"orphan"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"colony"}},{"kind":"Field","name":{"kind":"Name","value":"taluka"}},{"kind":"Field","name":{"kind":"Name","value":"dist"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"distance"}},{"kind":"Field","name":{"kind":"Name","value":"admitInClass"}},{"kind":"Field","name":{"kind":"Name","value":"dateOfAdmission"}},{"kind":"Field","name":{"kind":"Name","value":"lastClass"}},{"kind":"Field","name":{"kind":"Name","value":"lastSchoolAttended"}},{"kind":"Field","name":{"kind":"Name","value":"aapar"}},{"kind":"Field","name":{"kind":"Name","value":"aaparId"}},{"kind":"Field","name":{"kind":"Name","value":"penNumber"}},{"kind":"Field","name":{"kind":"Name","value":"saralId"}},{"kind":"Field","name":{"kind":"Name","value":"uidNo"}},{"kind":"Field","name":{"kind":"Name","value":"rfid"}},{"kind":"Field","name":{"kind":"Name","value":"bloodgroup"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"handicap"}},{"kind":"Field","name":{"kind":"Name","value":"muman"}},{"kind":"Field","name":{"kind":"Name","value":"aadharNumber"}},{"kind":"Field","name":{"kind":"Name","value":"aadharUrl"}},{"kind":"Field","name":{"kind":"Name","value":"aadharFile"}},{"kind":"Field","name":{"kind":"Name","value":"photoFile"}},{"kind":"Field","name":{"kind":"Name","value":"qrcode"}},{"kind":"Field","name":{"kind":"Name","value":"createTermId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]} as unknown as DocumentNode<StudentQuery, StudentQueryVariables>;
export const StudentNameDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StudentName"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"student"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<StudentNameQuery, StudentNameQueryVariables>;
export const FindStudentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FindStudents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StudentsView"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"students"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"roll"}},{"kind":"Field","name":{"kind":"Name","value":"className"}},{"kind":"Field","name":{"kind":"Name","value":"sectionName"}},{"kind":"Field","name":{"kind":"Name","value":"student"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}}]}}]}}]}}]}}]} as unknown as DocumentNode<FindStudentsQuery, FindStudentsQueryVariables>;
export const TermRollsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TermRolls"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"termId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"termRolls"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"termId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"termId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"studentId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"roll"}},{"kind":"Field","name":{"kind":"Name","value":"className"}},{"kind":"Field","name":{"kind":"Name","value":"sectionName"}}]}}]}}]} as unknown as DocumentNode<TermRollsQuery, TermRollsQueryVariables>;
export const QrSheetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"QrSheet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"QrSheetView"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"qrSheet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"qrcode"}},{"kind":"Field","name":{"kind":"Name","value":"roll"}},{"kind":"Field","name":{"kind":"Name","value":"className"}},{"kind":"Field","name":{"kind":"Name","value":"sectionName"}}]}}]}}]} as unknown as DocumentNode<QrSheetQuery, QrSheetQueryVariables>;
export const AddStudentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddStudent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StudentForm"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addStudent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StudentDetail"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StudentBasics"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Student"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"registerNo"}},{"kind":"Field","name":{"kind":"Name","value":"gender"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"loginEmail"}},{"kind":"Field","name":{"kind":"Name","value":"birthdate"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"update"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"setDisabled"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"delete"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"revealAadhaar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"handOutCode"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StudentPlace"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Enrolment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"termId"}},{"kind":"Field","name":{"kind":"Name","value":"roll"}},{"kind":"Field","name":{"kind":"Name","value":"classId"}},{"kind":"Field","name":{"kind":"Name","value":"className"}},{"kind":"Field","name":{"kind":"Name","value":"sectionId"}},{"kind":"Field","name":{"kind":"Name","value":"sectionName"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StudentDetail"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Student"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StudentBasics"}},{"kind":"Field","name":{"kind":"Name","value":"photoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"places"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StudentPlace"}}]}},{"kind":"Field","name":{"kind":"Name","value":"details"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"surname"}},{"kind":"Field","name":{"kind":"Name","value":"registerNo"}},{"kind":"Field","name":{"kind":"Name","value":"phones"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"birthdate"}},{"kind":"Field","name":{"kind":"Name","value":"dobInWords"}},{"kind":"Field","name":{"kind":"Name","value":"birthPlace"}},{"kind":"Field","name":{"kind":"Name","value":"motherTongue"}},{"kind":"Field","name":{"kind":"Name","value":"religion"}},{"kind":"Field","name":{"kind":"Name","value":"caste"}},{"kind":"Field","name":{"kind":"Name","value":"subCaste"}},{"kind":"Field","name":{"kind":"Name","value":"fatherName"}},{"kind":"Field","name":{"kind":"Name","value":"fatherOccupation"}},{"kind":"Field","name":{"kind":"Name","value":"fatherQualification"}},{"kind":"Field","name":{"kind":"Name","value":"motherName"}},{"kind":"Field","name":{"kind":"Name","value":"motherOccupation"}},{"kind":"Field","name":{"kind":"Name","value":"motherQualification"}},{"kind":"Field","name":{"kind":"Name","value":"guardian"}},{"kind":"Field","name":{"kind":"Name","value":"sibling"}},{"kind":"Field","name":{"kind":"Name","value":"singleParent"}},{"kind":"Field","name":{"kind":"Name","value":"orphan"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"colony"}},{"kind":"Field","name":{"kind":"Name","value":"taluka"}},{"kind":"Field","name":{"kind":"Name","value":"dist"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"distance"}},{"kind":"Field","name":{"kind":"Name","value":"admitInClass"}},{"kind":"Field","name":{"kind":"Name","value":"dateOfAdmission"}},{"kind":"Field","name":{"kind":"Name","value":"lastClass"}},{"kind":"Field","name":{"kind":"Name","value":"lastSchoolAttended"}},{"kind":"Field","name":{"kind":"Name","value":"aapar"}},{"kind":"Field","name":{"kind":"Name","value":"aaparId"}},{"kind":"Field","name":{"kind":"Name","value":"penNumber"}},{"kind":"Field","name":{"kind":"Name","value":"saralId"}},{"kind":"Field","name":{"kind":"Name","value":"uidNo"}},{"kind":"Field","name":{"kind":"Name","value":"rfid"}},{"kind":"Field","name":{"kind":"Name","value":"bloodgroup"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"handicap"}},{"kind":"Field","name":{"kind":"Name","value":"muman"}},{"kind":"Field","name":{"kind":"Name","value":"aadharNumber"}},{"kind":"Field","name":{"kind":"Name","value":"aadharUrl"}},{"kind":"Field","name":{"kind":"Name","value":"aadharFile"}},{"kind":"Field","name":{"kind":"Name","value":"photoFile"}},{"kind":"Field","name":{"kind":"Name","value":"qrcode"}},{"kind":"Field","name":{"kind":"Name","value":"createTermId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]} as unknown as DocumentNode<AddStudentMutation, AddStudentMutationVariables>;
export const UpdateStudentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateStudent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StudentUpdate"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateStudent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StudentDetail"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StudentBasics"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Student"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"registerNo"}},{"kind":"Field","name":{"kind":"Name","value":"gender"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"loginEmail"}},{"kind":"Field","name":{"kind":"Name","value":"birthdate"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"update"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"setDisabled"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"delete"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"revealAadhaar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"handOutCode"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StudentPlace"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Enrolment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"termId"}},{"kind":"Field","name":{"kind":"Name","value":"roll"}},{"kind":"Field","name":{"kind":"Name","value":"classId"}},{"kind":"Field","name":{"kind":"Name","value":"className"}},{"kind":"Field","name":{"kind":"Name","value":"sectionId"}},{"kind":"Field","name":{"kind":"Name","value":"sectionName"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StudentDetail"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Student"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StudentBasics"}},{"kind":"Field","name":{"kind":"Name","value":"photoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"places"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StudentPlace"}}]}},{"kind":"Field","name":{"kind":"Name","value":"details"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"surname"}},{"kind":"Field","name":{"kind":"Name","value":"registerNo"}},{"kind":"Field","name":{"kind":"Name","value":"phones"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"birthdate"}},{"kind":"Field","name":{"kind":"Name","value":"dobInWords"}},{"kind":"Field","name":{"kind":"Name","value":"birthPlace"}},{"kind":"Field","name":{"kind":"Name","value":"motherTongue"}},{"kind":"Field","name":{"kind":"Name","value":"religion"}},{"kind":"Field","name":{"kind":"Name","value":"caste"}},{"kind":"Field","name":{"kind":"Name","value":"subCaste"}},{"kind":"Field","name":{"kind":"Name","value":"fatherName"}},{"kind":"Field","name":{"kind":"Name","value":"fatherOccupation"}},{"kind":"Field","name":{"kind":"Name","value":"fatherQualification"}},{"kind":"Field","name":{"kind":"Name","value":"motherName"}},{"kind":"Field","name":{"kind":"Name","value":"motherOccupation"}},{"kind":"Field","name":{"kind":"Name","value":"motherQualification"}},{"kind":"Field","name":{"kind":"Name","value":"guardian"}},{"kind":"Field","name":{"kind":"Name","value":"sibling"}},{"kind":"Field","name":{"kind":"Name","value":"singleParent"}},{"kind":"Field","name":{"kind":"Name","value":"orphan"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"colony"}},{"kind":"Field","name":{"kind":"Name","value":"taluka"}},{"kind":"Field","name":{"kind":"Name","value":"dist"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"distance"}},{"kind":"Field","name":{"kind":"Name","value":"admitInClass"}},{"kind":"Field","name":{"kind":"Name","value":"dateOfAdmission"}},{"kind":"Field","name":{"kind":"Name","value":"lastClass"}},{"kind":"Field","name":{"kind":"Name","value":"lastSchoolAttended"}},{"kind":"Field","name":{"kind":"Name","value":"aapar"}},{"kind":"Field","name":{"kind":"Name","value":"aaparId"}},{"kind":"Field","name":{"kind":"Name","value":"penNumber"}},{"kind":"Field","name":{"kind":"Name","value":"saralId"}},{"kind":"Field","name":{"kind":"Name","value":"uidNo"}},{"kind":"Field","name":{"kind":"Name","value":"rfid"}},{"kind":"Field","name":{"kind":"Name","value":"bloodgroup"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"handicap"}},{"kind":"Field","name":{"kind":"Name","value":"muman"}},{"kind":"Field","name":{"kind":"Name","value":"aadharNumber"}},{"kind":"Field","name":{"kind":"Name","value":"aadharUrl"}},{"kind":"Field","name":{"kind":"Name","value":"aadharFile"}},{"kind":"Field","name":{"kind":"Name","value":"photoFile"}},{"kind":"Field","name":{"kind":"Name","value":"qrcode"}},{"kind":"Field","name":{"kind":"Name","value":"createTermId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]} as unknown as DocumentNode<UpdateStudentMutation, UpdateStudentMutationVariables>;
export const SetStudentDisabledDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetStudentDisabled"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StudentDisabled"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setStudentDisabled"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}}]}}]}}]} as unknown as DocumentNode<SetStudentDisabledMutation, SetStudentDisabledMutationVariables>;
export const DeleteStudentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteStudent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteStudent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeleteStudentMutation, DeleteStudentMutationVariables>;
export const RevealAadhaarDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevealAadhaar"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revealAadhaar"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<RevealAadhaarMutation, RevealAadhaarMutationVariables>;
export const ImportStudentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ImportStudents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StudentImport"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"importStudents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<ImportStudentsMutation, ImportStudentsMutationVariables>;
export const UndoStudentsImportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UndoStudentsImport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"undoStudentsImport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<UndoStudentsImportMutation, UndoStudentsImportMutationVariables>;
export const ExportStudentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ExportStudents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StudentsOfTerm"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"exportStudents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<ExportStudentsMutation, ExportStudentsMutationVariables>;
export const EditStudentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EditStudents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StudentEdit"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"editStudents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"added"}},{"kind":"Field","name":{"kind":"Name","value":"updated"}},{"kind":"Field","name":{"kind":"Name","value":"deleted"}}]}}]}}]} as unknown as DocumentNode<EditStudentsMutation, EditStudentsMutationVariables>;
export const HandOutStudentCodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"HandOutStudentCode"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"handOutStudentCode"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"login"}}]}}]}}]} as unknown as DocumentNode<HandOutStudentCodeMutation, HandOutStudentCodeMutationVariables>;
export const HandOutSectionCodesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"HandOutSectionCodes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sectionId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"handOutSectionCodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"sectionId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sectionId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"className"}},{"kind":"Field","name":{"kind":"Name","value":"sectionName"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"ownPassword"}},{"kind":"Field","name":{"kind":"Name","value":"withoutLogin"}},{"kind":"Field","name":{"kind":"Name","value":"slips"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"studentId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"roll"}},{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<HandOutSectionCodesMutation, HandOutSectionCodesMutationVariables>;