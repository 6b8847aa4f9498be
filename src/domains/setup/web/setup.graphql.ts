/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '#ui/generated/schema.types.ts';

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type SetupGap =
  | 'CATEGORY_WITHOUT_FEES'
  | 'CLASS_WITHOUT_SECTION'
  | 'NO_ADMIN'
  | 'NO_CLASS'
  | 'NO_FEES'
  | 'NO_STUDENT'
  | 'NO_TEACHER'
  | 'NO_TERM'
  | 'SECTION_WITHOUT_STUDENT'
  | 'SECTION_WITHOUT_SUBJECT'
  | 'SECTION_WITHOUT_TEACHER'
  | 'STUDENT_WITHOUT_FEES'
  | 'STUDENT_WITHOUT_PHONE'
  | 'SUBJECT_WITHOUT_TEACHER';

export type SetupHidden = {
  hidden: boolean;
};

export type SetupStep =
  | 'CLASSES'
  | 'FEES'
  | 'STUDENTS'
  | 'TERM'
  | 'USERS';

export type SetupQueryVariables = Exact<{
  schoolId: string;
}>;


export type SetupQuery = { setup: { hidden: boolean, steps: Array<{ step: Types.SetupStep, done: boolean, facts: string, missing: Array<{ gap: Types.SetupGap, text: string, optional: boolean }> }> } };

export type SetSetupHiddenMutationVariables = Exact<{
  schoolId: string;
  input: Types.SetupHidden;
}>;


export type SetSetupHiddenMutation = { setSetupHidden: boolean };


export const SetupDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Setup"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setup"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hidden"}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"step"}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"facts"}},{"kind":"Field","name":{"kind":"Name","value":"missing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"gap"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"optional"}}]}}]}}]}}]}}]} as unknown as DocumentNode<SetupQuery, SetupQueryVariables>;
export const SetSetupHiddenDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetSetupHidden"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetupHidden"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setSetupHidden"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"schoolId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schoolId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<SetSetupHiddenMutation, SetSetupHiddenMutationVariables>;