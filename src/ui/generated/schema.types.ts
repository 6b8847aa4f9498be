export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A moment, as ISO 8601 in UTC. */
  DateTime: { input: string; output: string; }
};

export type AttType =
  | 'DAILY'
  | 'DUAL'
  | 'SUBJECTWISE';

export type BusDisabled = {
  disabled: Scalars['Boolean']['input'];
  id: Scalars['ID']['input'];
};

export type BusForm = {
  busno: Scalars['String']['input'];
  deviceId: Scalars['String']['input'];
  gpsId: Scalars['String']['input'];
  simNumber: Scalars['String']['input'];
};

export type BusUpdate = {
  busno: Scalars['String']['input'];
  deviceId: Scalars['String']['input'];
  gpsId: Scalars['String']['input'];
  id: Scalars['ID']['input'];
  simNumber: Scalars['String']['input'];
};

export type Role =
  | 'ADMIN'
  | 'ATTENDANT'
  | 'FEES'
  | 'STUDENT'
  | 'SUPERADMIN'
  | 'TEACHER';
