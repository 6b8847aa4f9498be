/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '#ui/generated/schema.types.ts';

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type AttType =
  | 'DAILY'
  | 'DUAL'
  | 'SUBJECTWISE';

export type BackupState =
  | 'OFF'
  | 'ON'
  | 'STARTING';

export type NewSchool = {
  accentColor?: string | null | undefined;
  adminPhone: string;
  affiliationNo?: string | null | undefined;
  attNotification?: boolean | null | undefined;
  attType: AttType;
  board?: string | null | undefined;
  breakdownLectures?: boolean | null | undefined;
  buses?: boolean | null | undefined;
  chat?: boolean | null | undefined;
  defaultAbsent?: boolean | null | undefined;
  defaultMins?: number | null | undefined;
  description?: string | null | undefined;
  discipline?: boolean | null | undefined;
  displayMins?: Array<number> | null | undefined;
  dist?: string | null | undefined;
  dltEntityId?: string | null | undefined;
  email?: string | null | undefined;
  feePercent?: number | null | undefined;
  feesDate?: number | null | undefined;
  feesModule?: boolean | null | undefined;
  isSociety?: boolean | null | undefined;
  liveLecture?: boolean | null | undefined;
  manySchoolNames?: boolean | null | undefined;
  medium?: string | null | undefined;
  multipleAccounts?: boolean | null | undefined;
  name: string;
  onlineFees?: boolean | null | undefined;
  onlyAbsent?: boolean | null | undefined;
  qrcode?: boolean | null | undefined;
  quietFrom?: string | null | undefined;
  quietTo?: string | null | undefined;
  receiptPrefix?: string | null | undefined;
  recognitionNo?: string | null | undefined;
  rfid?: boolean | null | undefined;
  senderId: string;
  showRegisterNo?: boolean | null | undefined;
  smsDisabled?: boolean | null | undefined;
  state?: string | null | undefined;
  studentEmail?: string | null | undefined;
  subjectwiseSmsTime?: string | null | undefined;
  taluka?: string | null | undefined;
  term: string;
  timetableSummary?: boolean | null | undefined;
  udise?: string | null | undefined;
  village?: string | null | undefined;
  weeklySms?: boolean | null | undefined;
  weeklySmsDay?: number | null | undefined;
  weeklySmsTime?: string | null | undefined;
  whatsapp?: boolean | null | undefined;
};

export type SchoolUpdate = {
  accentColor?: string | null | undefined;
  adminPhone?: string | null | undefined;
  affiliationNo?: string | null | undefined;
  attNotification?: boolean | null | undefined;
  board?: string | null | undefined;
  breakdownLectures?: boolean | null | undefined;
  buses?: boolean | null | undefined;
  chat?: boolean | null | undefined;
  defaultAbsent?: boolean | null | undefined;
  defaultMins?: number | null | undefined;
  description?: string | null | undefined;
  discipline?: boolean | null | undefined;
  displayMins?: Array<number> | null | undefined;
  dist?: string | null | undefined;
  dltEntityId?: string | null | undefined;
  email?: string | null | undefined;
  feePercent?: number | null | undefined;
  feesDate?: number | null | undefined;
  feesModule?: boolean | null | undefined;
  isSociety?: boolean | null | undefined;
  liveLecture?: boolean | null | undefined;
  logoFile?: string | null | undefined;
  manySchoolNames?: boolean | null | undefined;
  medium?: string | null | undefined;
  multipleAccounts?: boolean | null | undefined;
  name?: string | null | undefined;
  onlineFees?: boolean | null | undefined;
  onlyAbsent?: boolean | null | undefined;
  qrcode?: boolean | null | undefined;
  quietFrom?: string | null | undefined;
  quietTo?: string | null | undefined;
  receiptPrefix?: string | null | undefined;
  recognitionNo?: string | null | undefined;
  rfid?: boolean | null | undefined;
  senderId?: string | null | undefined;
  showRegisterNo?: boolean | null | undefined;
  signatureFile?: string | null | undefined;
  smsDisabled?: boolean | null | undefined;
  state?: string | null | undefined;
  studentEmail?: string | null | undefined;
  subjectwiseSmsTime?: string | null | undefined;
  taluka?: string | null | undefined;
  timetableSummary?: boolean | null | undefined;
  udise?: string | null | undefined;
  village?: string | null | undefined;
  weeklySms?: boolean | null | undefined;
  weeklySmsDay?: number | null | undefined;
  weeklySmsTime?: string | null | undefined;
  whatsapp?: boolean | null | undefined;
};

export type SmsNames = {
  names: Array<SmsNamesNames>;
  termId: string;
};

export type SmsNamesNames = {
  classId: string;
  smsSuffix: string;
};

export type TermForm = {
  name: string;
};

export type TermRename = {
  id: string;
  name: string;
};

export type SchoolSettingsFragment = { id: string, name: string, description: string, adminPhone: string, senderId: string, accentColor: string | null, logoFile: string | null, logoUrl: string | null, attType: Types.AttType, isSociety: boolean, onlyAbsent: boolean, defaultAbsent: boolean, smsDisabled: boolean, whatsapp: boolean, dltEntityId: string, quietFrom: string, quietTo: string, showRegisterNo: boolean, defaultMins: number, displayMins: Array<number>, breakdownLectures: boolean, subjectwiseSmsTime: string | null, timetableSummary: boolean, weeklySms: boolean, weeklySmsDay: number, weeklySmsTime: string | null, manySchoolNames: boolean, feesModule: boolean, onlineFees: boolean, feesDate: number, multipleAccounts: boolean, receiptPrefix: string, feePercent: number, qrcode: boolean, liveLecture: boolean, studentEmail: string, chat: boolean, attNotification: boolean, buses: boolean, rfid: boolean, discipline: boolean, village: string, taluka: string, dist: string, state: string, email: string, recognitionNo: string, udise: string, medium: string, board: string, affiliationNo: string, signatureFile: string | null, signatureUrl: string | null, viewerCan: { update: { allowed: boolean, reason: string | null }, updatePlatformSettings: { allowed: boolean, reason: string | null }, addTerm: { allowed: boolean, reason: string | null }, setSmsNames: { allowed: boolean, reason: string | null }, listBankAccounts: { allowed: boolean, reason: string | null } } };

export type TermRowFragment = { id: string, name: string, current: boolean, viewerCan: { rename: { allowed: boolean, reason: string | null }, setCurrent: { allowed: boolean, reason: string | null }, delete: { allowed: boolean, reason: string | null } } };

export type SchoolsQueryVariables = Exact<{
  societies: boolean;
}>;


export type SchoolsQuery = { schools: Array<{ id: string, name: string, description: string }> };

export type BackupStatusQueryVariables = Exact<{ [key: string]: never; }>;


export type BackupStatusQuery = { backupStatus: { state: Types.BackupState, safeAt: string | null, serverNow: string, trouble: string | null, nightlyAt: string | null } };

export type SchoolSettingsQueryVariables = Exact<{
  schoolId: string;
}>;


export type SchoolSettingsQuery = { school: { id: string, name: string, description: string, adminPhone: string, senderId: string, accentColor: string | null, logoFile: string | null, logoUrl: string | null, attType: Types.AttType, isSociety: boolean, onlyAbsent: boolean, defaultAbsent: boolean, smsDisabled: boolean, whatsapp: boolean, dltEntityId: string, quietFrom: string, quietTo: string, showRegisterNo: boolean, defaultMins: number, displayMins: Array<number>, breakdownLectures: boolean, subjectwiseSmsTime: string | null, timetableSummary: boolean, weeklySms: boolean, weeklySmsDay: number, weeklySmsTime: string | null, manySchoolNames: boolean, feesModule: boolean, onlineFees: boolean, feesDate: number, multipleAccounts: boolean, receiptPrefix: string, feePercent: number, qrcode: boolean, liveLecture: boolean, studentEmail: string, chat: boolean, attNotification: boolean, buses: boolean, rfid: boolean, discipline: boolean, village: string, taluka: string, dist: string, state: string, email: string, recognitionNo: string, udise: string, medium: string, board: string, affiliationNo: string, signatureFile: string | null, signatureUrl: string | null, viewerCan: { update: { allowed: boolean, reason: string | null }, updatePlatformSettings: { allowed: boolean, reason: string | null }, addTerm: { allowed: boolean, reason: string | null }, setSmsNames: { allowed: boolean, reason: string | null }, listBankAccounts: { allowed: boolean, reason: string | null } } } };

export type TermsQueryVariables = Exact<{
  schoolId: string;
}>;


export type TermsQuery = { terms: Array<{ id: string, name: string, current: boolean, viewerCan: { rename: { allowed: boolean, reason: string | null }, setCurrent: { allowed: boolean, reason: string | null }, delete: { allowed: boolean, reason: string | null } } }> };

export type TermKeptByQueryVariables = Exact<{
  schoolId: string;
  id: string;
}>;


export type TermKeptByQuery = { termKeptBy: Array<string> };

export type SmsNamesQueryVariables = Exact<{
  schoolId: string;
  termId: string;
}>;


export type SmsNamesQuery = { classes: Array<{ id: string, name: string, smsSuffix: string }> };

export type AddSchoolMutationVariables = Exact<{
  input: Types.NewSchool;
}>;


export type AddSchoolMutation = { addSchool: { id: string, name: string, description: string } };

export type UpdateSchoolMutationVariables = Exact<{
  schoolId: string;
  input: Types.SchoolUpdate;
}>;


export type UpdateSchoolMutation = { updateSchool: { id: string, name: string, description: string, adminPhone: string, senderId: string, accentColor: string | null, logoFile: string | null, logoUrl: string | null, attType: Types.AttType, isSociety: boolean, onlyAbsent: boolean, defaultAbsent: boolean, smsDisabled: boolean, whatsapp: boolean, dltEntityId: string, quietFrom: string, quietTo: string, showRegisterNo: boolean, defaultMins: number, displayMins: Array<number>, breakdownLectures: boolean, subjectwiseSmsTime: string | null, timetableSummary: boolean, weeklySms: boolean, weeklySmsDay: number, weeklySmsTime: string | null, manySchoolNames: boolean, feesModule: boolean, onlineFees: boolean, feesDate: number, multipleAccounts: boolean, receiptPrefix: string, feePercent: number, qrcode: boolean, liveLecture: boolean, studentEmail: string, chat: boolean, attNotification: boolean, buses: boolean, rfid: boolean, discipline: boolean, village: string, taluka: string, dist: string, state: string, email: string, recognitionNo: string, udise: string, medium: string, board: string, affiliationNo: string, signatureFile: string | null, signatureUrl: string | null, viewerCan: { update: { allowed: boolean, reason: string | null }, updatePlatformSettings: { allowed: boolean, reason: string | null }, addTerm: { allowed: boolean, reason: string | null }, setSmsNames: { allowed: boolean, reason: string | null }, listBankAccounts: { allowed: boolean, reason: string | null } } } };

export type AddTermMutationVariables = Exact<{
  schoolId: string;
  input: Types.TermForm;
}>;


export type AddTermMutation = { addTerm: { id: string, name: string, current: boolean, viewerCan: { rename: { allowed: boolean, reason: string | null }, setCurrent: { allowed: boolean, reason: string | null }, delete: { allowed: boolean, reason: string | null } } } };

export type RenameTermMutationVariables = Exact<{
  schoolId: string;
  input: Types.TermRename;
}>;


export type RenameTermMutation = { renameTerm: { id: string, name: string, current: boolean, viewerCan: { rename: { allowed: boolean, reason: string | null }, setCurrent: { allowed: boolean, reason: string | null }, delete: { allowed: boolean, reason: string | null } } } };

export type SetCurrentTermMutationVariables = Exact<{
  schoolId: string;
  id: string;
}>;


export type SetCurrentTermMutation = { setCurrentTerm: Array<{ id: string, name: string, current: boolean, viewerCan: { rename: { allowed: boolean, reason: string | null }, setCurrent: { allowed: boolean, reason: string | null }, delete: { allowed: boolean, reason: string | null } } }> };

export type DeleteTermMutationVariables = Exact<{
  schoolId: string;
  id: string;
}>;


export type DeleteTermMutation = { deleteTerm: string };

export type SetSmsNamesMutationVariables = Exact<{
  schoolId: string;
  input: Types.SmsNames;
}>;


export type SetSmsNamesMutation = { setSmsNames: Array<{ id: string, smsSuffix: string }> };

export const SchoolSettingsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SchoolSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"School"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"adminPhone"}},{"kind":"Field","name":{"kind":"Name","value":"senderId"}},{"kind":"Field","name":{"kind":"Name","value":"accentColor"}},{"kind":"Field","name":{"kind":"Name","value":"logoFile"}},{"kind":"Field","name":{"kind":"Name","value":"logoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"attType"}},{"kind":"Field","name":{"kind":"Name","value":"isSociety"}},{"kind":"Field","name":{"kind":"Name","value":"onlyAbsent"}},{"kind":"Field","name":{"kind":"Name","value":"defaultAbsent"}},{"kind":"Field","name":{"kind":"Name","value":"smsDisabled"}},{"kind":"Field","name":{"kind":"Name","value":"whatsapp"}},{"kind":"Field","name":{"kind":"Name","value":"dltEntityId"}},{"kind":"Field","name":{"kind":"Name","value":"quietFrom"}},{"kind":"Field","name":{"kind":"Name","value":"quietTo"}},{"kind":"Field","name":{"kind":"Name","value":"showRegisterNo"}},{"kind":"Field","name":{"kind":"Name","value":"defaultMins"}},{"kind":"Field","name":{"kind":"Name","value":"displayMins"}},{"kind":"Field","name":{"kind":"Name","value":"breakdownLectures"}},{"kind":"Field","name":{"kind":"Name","value":"subjectwiseSmsTime"}},{"kind":"Field","name":{"kind":"Name","value":"timetableSummary"}},{"kind":"Field","name":{"kind":"Name","value":"weeklySms"}},{"kind":"Field","name":{"kind":"Name","value":"weeklySmsDay"}},{"kind":"Field","name":{"kind":"Name","value":"weeklySmsTime"}},{"kind":"Field","name":{"kind":"Name","value":"manySchoolNames"}},{"kind":"Field","name":{"kind":"Name","value":"feesModule"}},{"kind":"Field","name":{"kind":"Name","value":"onlineFees"}},{"kind":"Field","name":{"kind":"Name","value":"feesDate"}},{"kind":"Field","name":{"kind":"Name","value":"multipleAccounts"}},{"kind":"Field","name":{"kind":"Name","value":"receiptPrefix"}},{"kind":"Field","name":{"kind":"Name","value":"feePercent"}},{"kind":"Field","name":{"kind":"Name","value":"qrcode"}},{"kind":"Field","name":{"kind":"Name","value":"liveLecture"}},{"kind":"Field","name":{"kind":"Name","value":"studentEmail"}},{"kind":"Field","name":{"kind":"Name","value":"chat"}},{"kind":"Field","name":{"kind":"Name","value":"attNotification"}},{"kind":"Field","name":{"kind":"Name","value":"buses"}},{"kind":"Field","name":{"kind":"Name","value":"rfid"}},{"kind":"Field","name":{"kind":"Name","value":"discipline"}},{"kind":"Field","name":{"kind":"Name","value":"village"}},{"kind":"Field","name":{"kind":"Name","value":"taluka"}},{"kind":"Field","name":{"kind":"Name","value":"dist"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"recognitionNo"}},{"kind":"Field","name":{"kind":"Name","value":"udise"}},{"kind":"Field","name":{"kind":"Name","value":"medium"}},{"kind":"Field","name":{"kind":"Name","value":"board"}},{"kind":"Field","name":{"kind":"Name","value":"affiliationNo"}},{"kind":"Field","name":{"kind":"Name","value":"signatureFile"}},{"kind":"Field","name":{"kind":"Name","value":"signatureUrl"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"update"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"updatePlatformSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"addTerm"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"setSmsNames"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listBankAccounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}}]} as unknown as DocumentNode<SchoolSettingsFragment, unknown>;
export const TermRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TermRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Term"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rename"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"setCurrent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"delete"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}}]} as unknown as DocumentNode<TermRowFragment, unknown>;
export const SchoolsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Schools"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"societies"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"schools"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"societies"},"value":{"kind":"Variable","name":{"kind":"Name","value":"societies"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}}]}}]} as unknown as DocumentNode<SchoolsQuery, SchoolsQueryVariables>;
export const BackupStatusDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BackupStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"backupStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"safeAt"}},{"kind":"Field","name":{"kind":"Name","value":"serverNow"}},{"kind":"Field","name":{"kind":"Name","value":"trouble"}},{"kind":"Field","name":{"kind":"Name","value":"nightlyAt"}}]}}]}}]} as unknown as DocumentNode<BackupStatusQuery, BackupStatusQueryVariables>;
export const SchoolSettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SchoolSettings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"school"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SchoolSettings"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SchoolSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"School"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"adminPhone"}},{"kind":"Field","name":{"kind":"Name","value":"senderId"}},{"kind":"Field","name":{"kind":"Name","value":"accentColor"}},{"kind":"Field","name":{"kind":"Name","value":"logoFile"}},{"kind":"Field","name":{"kind":"Name","value":"logoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"attType"}},{"kind":"Field","name":{"kind":"Name","value":"isSociety"}},{"kind":"Field","name":{"kind":"Name","value":"onlyAbsent"}},{"kind":"Field","name":{"kind":"Name","value":"defaultAbsent"}},{"kind":"Field","name":{"kind":"Name","value":"smsDisabled"}},{"kind":"Field","name":{"kind":"Name","value":"whatsapp"}},{"kind":"Field","name":{"kind":"Name","value":"dltEntityId"}},{"kind":"Field","name":{"kind":"Name","value":"quietFrom"}},{"kind":"Field","name":{"kind":"Name","value":"quietTo"}},{"kind":"Field","name":{"kind":"Name","value":"showRegisterNo"}},{"kind":"Field","name":{"kind":"Name","value":"defaultMins"}},{"kind":"Field","name":{"kind":"Name","value":"displayMins"}},{"kind":"Field","name":{"kind":"Name","value":"breakdownLectures"}},{"kind":"Field","name":{"kind":"Name","value":"subjectwiseSmsTime"}},{"kind":"Field","name":{"kind":"Name","value":"timetableSummary"}},{"kind":"Field","name":{"kind":"Name","value":"weeklySms"}},{"kind":"Field","name":{"kind":"Name","value":"weeklySmsDay"}},{"kind":"Field","name":{"kind":"Name","value":"weeklySmsTime"}},{"kind":"Field","name":{"kind":"Name","value":"manySchoolNames"}},{"kind":"Field","name":{"kind":"Name","value":"feesModule"}},{"kind":"Field","name":{"kind":"Name","value":"onlineFees"}},{"kind":"Field","name":{"kind":"Name","value":"feesDate"}},{"kind":"Field","name":{"kind":"Name","value":"multipleAccounts"}},{"kind":"Field","name":{"kind":"Name","value":"receiptPrefix"}},{"kind":"Field","name":{"kind":"Name","value":"feePercent"}},{"kind":"Field","name":{"kind":"Name","value":"qrcode"}},{"kind":"Field","name":{"kind":"Name","value":"liveLecture"}},{"kind":"Field","name":{"kind":"Name","value":"studentEmail"}},{"kind":"Field","name":{"kind":"Name","value":"chat"}},{"kind":"Field","name":{"kind":"Name","value":"attNotification"}},{"kind":"Field","name":{"kind":"Name","value":"buses"}},{"kind":"Field","name":{"kind":"Name","value":"rfid"}},{"kind":"Field","name":{"kind":"Name","value":"discipline"}},{"kind":"Field","name":{"kind":"Name","value":"village"}},{"kind":"Field","name":{"kind":"Name","value":"taluka"}},{"kind":"Field","name":{"kind":"Name","value":"dist"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"recognitionNo"}},{"kind":"Field","name":{"kind":"Name","value":"udise"}},{"kind":"Field","name":{"kind":"Name","value":"medium"}},{"kind":"Field","name":{"kind":"Name","value":"board"}},{"kind":"Field","name":{"kind":"Name","value":"affiliationNo"}},{"kind":"Field","name":{"kind":"Name","value":"signatureFile"}},{"kind":"Field","name":{"kind":"Name","value":"signatureUrl"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"update"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"updatePlatformSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"addTerm"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"setSmsNames"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listBankAccounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}}]} as unknown as DocumentNode<SchoolSettingsQuery, SchoolSettingsQueryVariables>;
export const TermsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Terms"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"terms"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TermRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TermRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Term"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rename"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"setCurrent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"delete"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}}]} as unknown as DocumentNode<TermsQuery, TermsQueryVariables>;
export const TermKeptByDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TermKeptBy"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"termKeptBy"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<TermKeptByQuery, TermKeptByQueryVariables>;
export const SmsNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SmsNames"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"termId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"classes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"termId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"termId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"smsSuffix"}}]}}]}}]} as unknown as DocumentNode<SmsNamesQuery, SmsNamesQueryVariables>;
export const AddSchoolDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddSchool"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NewSchool"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addSchool"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}}]}}]} as unknown as DocumentNode<AddSchoolMutation, AddSchoolMutationVariables>;
export const UpdateSchoolDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateSchool"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SchoolUpdate"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateSchool"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SchoolSettings"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SchoolSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"School"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"adminPhone"}},{"kind":"Field","name":{"kind":"Name","value":"senderId"}},{"kind":"Field","name":{"kind":"Name","value":"accentColor"}},{"kind":"Field","name":{"kind":"Name","value":"logoFile"}},{"kind":"Field","name":{"kind":"Name","value":"logoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"attType"}},{"kind":"Field","name":{"kind":"Name","value":"isSociety"}},{"kind":"Field","name":{"kind":"Name","value":"onlyAbsent"}},{"kind":"Field","name":{"kind":"Name","value":"defaultAbsent"}},{"kind":"Field","name":{"kind":"Name","value":"smsDisabled"}},{"kind":"Field","name":{"kind":"Name","value":"whatsapp"}},{"kind":"Field","name":{"kind":"Name","value":"dltEntityId"}},{"kind":"Field","name":{"kind":"Name","value":"quietFrom"}},{"kind":"Field","name":{"kind":"Name","value":"quietTo"}},{"kind":"Field","name":{"kind":"Name","value":"showRegisterNo"}},{"kind":"Field","name":{"kind":"Name","value":"defaultMins"}},{"kind":"Field","name":{"kind":"Name","value":"displayMins"}},{"kind":"Field","name":{"kind":"Name","value":"breakdownLectures"}},{"kind":"Field","name":{"kind":"Name","value":"subjectwiseSmsTime"}},{"kind":"Field","name":{"kind":"Name","value":"timetableSummary"}},{"kind":"Field","name":{"kind":"Name","value":"weeklySms"}},{"kind":"Field","name":{"kind":"Name","value":"weeklySmsDay"}},{"kind":"Field","name":{"kind":"Name","value":"weeklySmsTime"}},{"kind":"Field","name":{"kind":"Name","value":"manySchoolNames"}},{"kind":"Field","name":{"kind":"Name","value":"feesModule"}},{"kind":"Field","name":{"kind":"Name","value":"onlineFees"}},{"kind":"Field","name":{"kind":"Name","value":"feesDate"}},{"kind":"Field","name":{"kind":"Name","value":"multipleAccounts"}},{"kind":"Field","name":{"kind":"Name","value":"receiptPrefix"}},{"kind":"Field","name":{"kind":"Name","value":"feePercent"}},{"kind":"Field","name":{"kind":"Name","value":"qrcode"}},{"kind":"Field","name":{"kind":"Name","value":"liveLecture"}},{"kind":"Field","name":{"kind":"Name","value":"studentEmail"}},{"kind":"Field","name":{"kind":"Name","value":"chat"}},{"kind":"Field","name":{"kind":"Name","value":"attNotification"}},{"kind":"Field","name":{"kind":"Name","value":"buses"}},{"kind":"Field","name":{"kind":"Name","value":"rfid"}},{"kind":"Field","name":{"kind":"Name","value":"discipline"}},{"kind":"Field","name":{"kind":"Name","value":"village"}},{"kind":"Field","name":{"kind":"Name","value":"taluka"}},{"kind":"Field","name":{"kind":"Name","value":"dist"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"recognitionNo"}},{"kind":"Field","name":{"kind":"Name","value":"udise"}},{"kind":"Field","name":{"kind":"Name","value":"medium"}},{"kind":"Field","name":{"kind":"Name","value":"board"}},{"kind":"Field","name":{"kind":"Name","value":"affiliationNo"}},{"kind":"Field","name":{"kind":"Name","value":"signatureFile"}},{"kind":"Field","name":{"kind":"Name","value":"signatureUrl"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"update"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"updatePlatformSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"addTerm"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"setSmsNames"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listBankAccounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateSchoolMutation, UpdateSchoolMutationVariables>;
export const AddTermDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddTerm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TermForm"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addTerm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TermRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TermRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Term"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rename"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"setCurrent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"delete"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}}]} as unknown as DocumentNode<AddTermMutation, AddTermMutationVariables>;
export const RenameTermDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RenameTerm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TermRename"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"renameTerm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TermRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TermRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Term"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rename"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"setCurrent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"delete"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}}]} as unknown as DocumentNode<RenameTermMutation, RenameTermMutationVariables>;
export const SetCurrentTermDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetCurrentTerm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setCurrentTerm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TermRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TermRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Term"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rename"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"setCurrent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"delete"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}}]} as unknown as DocumentNode<SetCurrentTermMutation, SetCurrentTermMutationVariables>;
export const DeleteTermDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteTerm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteTerm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeleteTermMutation, DeleteTermMutationVariables>;
export const SetSmsNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetSmsNames"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SmsNames"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setSmsNames"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"smsSuffix"}}]}}]}}]} as unknown as DocumentNode<SetSmsNamesMutation, SetSmsNamesMutationVariables>;