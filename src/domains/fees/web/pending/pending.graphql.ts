/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '#ui/generated/schema.types.ts';

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type Month =
  | 'APR'
  | 'AUG'
  | 'DEC'
  | 'FEB'
  | 'JAN'
  | 'JUL'
  | 'JUN'
  | 'MAR'
  | 'MAY'
  | 'NOV'
  | 'OCT'
  | 'SEP';

export type PendingFilter = {
  classId?: string | null | undefined;
  disabledToo?: boolean | null | undefined;
  month?: Month | null | undefined;
  oneTime?: boolean | null | undefined;
  search?: string | null | undefined;
  sectionId?: string | null | undefined;
  termId: string;
  upTo?: boolean | null | undefined;
};

export type PendingSort =
  | 'CLEARING'
  | 'NAME'
  | 'PENDING'
  | 'PHONE'
  | 'REGISTER_NO'
  | 'SECTION';

export type PendingView = {
  classId?: string | null | undefined;
  descending?: boolean | null | undefined;
  disabledToo?: boolean | null | undefined;
  month?: Month | null | undefined;
  oneTime?: boolean | null | undefined;
  page?: number | null | undefined;
  pageSize?: number | null | undefined;
  search?: string | null | undefined;
  sectionId?: string | null | undefined;
  sort?: PendingSort | null | undefined;
  termId: string;
  upTo?: boolean | null | undefined;
};

export type PendingFeesQueryVariables = Exact<{
  schoolId: string;
  input: Types.PendingView;
}>;


export type PendingFeesQuery = { pendingFees: { total: number, pending: number, clearing: number, rows: Array<{ studentId: string, name: string, phone: string, registerNo: string, disabled: boolean, roll: string, sectionName: string, pending: number, clearing: number, months: Array<Types.Month>, oneTime: boolean }> } };

export type PendingBySectionQueryVariables = Exact<{
  schoolId: string;
  input: Types.PendingFilter;
}>;


export type PendingBySectionQuery = { pendingBySection: Array<{ sectionId: string, sectionName: string, months: Array<{ month: Types.Month | null, pending: number }> }> };


export const PendingFeesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PendingFees"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PendingView"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pendingFees"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"pending"}},{"kind":"Field","name":{"kind":"Name","value":"clearing"}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"studentId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"registerNo"}},{"kind":"Field","name":{"kind":"Name","value":"disabled"}},{"kind":"Field","name":{"kind":"Name","value":"roll"}},{"kind":"Field","name":{"kind":"Name","value":"sectionName"}},{"kind":"Field","name":{"kind":"Name","value":"pending"}},{"kind":"Field","name":{"kind":"Name","value":"clearing"}},{"kind":"Field","name":{"kind":"Name","value":"months"}},{"kind":"Field","name":{"kind":"Name","value":"oneTime"}}]}}]}}]}}]} as unknown as DocumentNode<PendingFeesQuery, PendingFeesQueryVariables>;
export const PendingBySectionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PendingBySection"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PendingFilter"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pendingBySection"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sectionId"}},{"kind":"Field","name":{"kind":"Name","value":"sectionName"}},{"kind":"Field","name":{"kind":"Name","value":"months"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"month"}},{"kind":"Field","name":{"kind":"Name","value":"pending"}}]}}]}}]}}]} as unknown as DocumentNode<PendingBySectionQuery, PendingBySectionQueryVariables>;