/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '#ui/generated/schema.types.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type CreateOrderInput = {
  key: string;
  payable: number;
  payer: CreateOrderInputPayer;
  students: Array<CreateOrderInputStudents>;
};

export type CreateOrderInputPayer = {
  email?: string | null | undefined;
  name: string;
  phone: string;
};

export type CreateOrderInputStudents = {
  fees: Array<CreateOrderInputStudentsFees>;
  studentId: string;
};

export type CreateOrderInputStudentsFees = {
  feeId: string;
  version: string;
};

export type OrderState =
  | 'CANCEL'
  | 'CREATED'
  | 'FAILURE'
  | 'MISMATCH'
  | 'SUCCESS';

export type FamilyQueryVariables = Exact<{
  hash: string;
}>;


export type FamilyQuery = { family: { termId: string, termName: string, phone: string, payerPhone: string, payingOff: string | null, school: { id: string, name: string, logoUrl: string | null, accent: string | null }, children: Array<{ id: string, name: string, sectionName: string, roll: string, due: number, pending: number, held: number, fees: Array<{ feeId: string, name: string, categoryName: string, month: string | null, amount: number, pending: number, version: string, due: boolean, accountId: string | null, payable: boolean, notPayable: string | null }> }>, underWay: Array<{ ref: string, state: Types.OrderState, createdAt: string, feesAmount: number, charge: number, gst: number, payable: number, children: Array<string>, message: string | null, needsSchool: boolean, schoolName: string, logoUrl: string | null, accent: string | null, fees: Array<{ studentName: string, feeName: string, month: string | null, amount: number }>, receipts: Array<{ number: string, amount: number, studentName: string, url: string }> }>, receipts: Array<{ id: string, number: string, amount: number, studentName: string, collectedOn: string, clearing: boolean }> } };

export type OnlineOrderQueryVariables = Exact<{
  ref: string;
}>;


export type OnlineOrderQuery = { onlineOrder: { ref: string, state: Types.OrderState, createdAt: string, feesAmount: number, charge: number, gst: number, payable: number, children: Array<string>, message: string | null, needsSchool: boolean, schoolName: string, logoUrl: string | null, accent: string | null, fees: Array<{ studentName: string, feeName: string, month: string | null, amount: number }>, receipts: Array<{ number: string, amount: number, studentName: string, url: string }> } };

export type CreateOrderMutationVariables = Exact<{
  hash: string;
  input: Types.CreateOrderInput;
}>;


export type CreateOrderMutation = { createOrder: { action: string, ref: string, fields: Array<{ name: string, value: string }> } };

export type GiveUpOrderMutationVariables = Exact<{
  hash: string;
  ref: string;
}>;


export type GiveUpOrderMutation = { giveUpOrder: { ref: string, state: Types.OrderState, createdAt: string, feesAmount: number, charge: number, gst: number, payable: number, children: Array<string>, message: string | null, needsSchool: boolean, schoolName: string, logoUrl: string | null, accent: string | null, fees: Array<{ studentName: string, feeName: string, month: string | null, amount: number }>, receipts: Array<{ number: string, amount: number, studentName: string, url: string }> } };

export type OrderFragment = { ref: string, state: Types.OrderState, createdAt: string, feesAmount: number, charge: number, gst: number, payable: number, children: Array<string>, message: string | null, needsSchool: boolean, schoolName: string, logoUrl: string | null, accent: string | null, fees: Array<{ studentName: string, feeName: string, month: string | null, amount: number }>, receipts: Array<{ number: string, amount: number, studentName: string, url: string }> };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const OrderFragmentDoc = new TypedDocumentString(`
    fragment Order on PublicOrder {
  ref
  state
  createdAt
  feesAmount
  charge
  gst
  payable
  children
  fees {
    studentName
    feeName
    month
    amount
  }
  message
  receipts {
    number
    amount
    studentName
    url
  }
  needsSchool
  schoolName
  logoUrl
  accent
}
    `, {"fragmentName":"Order"}) as unknown as TypedDocumentString<OrderFragment, unknown>;
export const FamilyDocument = new TypedDocumentString(`
    query Family($hash: String!) {
  family(hash: $hash) {
    school {
      id
      name
      logoUrl
      accent
    }
    termId
    termName
    phone
    payerPhone
    payingOff
    children {
      id
      name
      sectionName
      roll
      due
      pending
      held
      fees {
        feeId
        name
        categoryName
        month
        amount
        pending
        version
        due
        accountId
        payable
        notPayable
      }
    }
    underWay {
      ...Order
    }
    receipts {
      id
      number
      amount
      studentName
      collectedOn
      clearing
    }
  }
}
    fragment Order on PublicOrder {
  ref
  state
  createdAt
  feesAmount
  charge
  gst
  payable
  children
  fees {
    studentName
    feeName
    month
    amount
  }
  message
  receipts {
    number
    amount
    studentName
    url
  }
  needsSchool
  schoolName
  logoUrl
  accent
}`) as unknown as TypedDocumentString<FamilyQuery, FamilyQueryVariables>;
export const OnlineOrderDocument = new TypedDocumentString(`
    query OnlineOrder($ref: String!) {
  onlineOrder(ref: $ref) {
    ...Order
  }
}
    fragment Order on PublicOrder {
  ref
  state
  createdAt
  feesAmount
  charge
  gst
  payable
  children
  fees {
    studentName
    feeName
    month
    amount
  }
  message
  receipts {
    number
    amount
    studentName
    url
  }
  needsSchool
  schoolName
  logoUrl
  accent
}`) as unknown as TypedDocumentString<OnlineOrderQuery, OnlineOrderQueryVariables>;
export const CreateOrderDocument = new TypedDocumentString(`
    mutation CreateOrder($hash: String!, $input: CreateOrderInput!) {
  createOrder(hash: $hash, input: $input) {
    action
    fields {
      name
      value
    }
    ref
  }
}
    `) as unknown as TypedDocumentString<CreateOrderMutation, CreateOrderMutationVariables>;
export const GiveUpOrderDocument = new TypedDocumentString(`
    mutation GiveUpOrder($hash: String!, $ref: String!) {
  giveUpOrder(hash: $hash, ref: $ref) {
    ...Order
  }
}
    fragment Order on PublicOrder {
  ref
  state
  createdAt
  feesAmount
  charge
  gst
  payable
  children
  fees {
    studentName
    feeName
    month
    amount
  }
  message
  receipts {
    number
    amount
    studentName
    url
  }
  needsSchool
  schoolName
  logoUrl
  accent
}`) as unknown as TypedDocumentString<GiveUpOrderMutation, GiveUpOrderMutationVariables>;