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
  /** An amount of money in whole paise; a JSON number that is held exactly. */
  Paise: { input: number; output: number; }
};

export type AssignableRole =
  | 'ADMIN'
  | 'ATTENDANT'
  | 'FEES'
  | 'TEACHER';

export type AttType =
  | 'DAILY'
  | 'DUAL'
  | 'SUBJECTWISE';

export type AttendInput = {
  id: Scalars['ID']['input'];
  seen?: InputMaybe<Scalars['String']['input']>;
};

export type AttendanceImport = {
  rows: Array<AttendanceImportRows>;
  termId: Scalars['ID']['input'];
};

export type AttendanceImportRows = {
  class: Scalars['String']['input'];
  date: Scalars['String']['input'];
  note?: InputMaybe<Scalars['String']['input']>;
  roll: Scalars['String']['input'];
  section: Scalars['String']['input'];
  session?: InputMaybe<Scalars['String']['input']>;
  value: Scalars['String']['input'];
};

export type AttendanceSummaryView = {
  from: Scalars['String']['input'];
  termId: Scalars['ID']['input'];
  to: Scalars['String']['input'];
};

export type AuditArea =
  | 'ATTENDANCE'
  | 'CERTIFICATES'
  | 'CHAT'
  | 'DISCIPLINE'
  | 'DOCUMENTS'
  | 'EXPENSES'
  | 'GATE'
  | 'MESSAGES'
  | 'MONEY'
  | 'ONLINE'
  | 'PEOPLE'
  | 'PRIVACY'
  | 'SCHOOL'
  | 'STUDENTS';

export type AuditFilters = {
  actions?: InputMaybe<Array<Scalars['String']['input']>>;
  area?: InputMaybe<AuditArea>;
  from?: InputMaybe<Scalars['String']['input']>;
  person?: InputMaybe<Scalars['String']['input']>;
  studentId?: InputMaybe<Scalars['ID']['input']>;
  to?: InputMaybe<Scalars['String']['input']>;
};

export type AuditTargetKind =
  | 'PAYMENT'
  | 'STUDENT'
  | 'USER';

export type AuditView = {
  actions?: InputMaybe<Array<Scalars['String']['input']>>;
  area?: InputMaybe<AuditArea>;
  before?: InputMaybe<Scalars['String']['input']>;
  from?: InputMaybe<Scalars['String']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  person?: InputMaybe<Scalars['String']['input']>;
  studentId?: InputMaybe<Scalars['ID']['input']>;
  to?: InputMaybe<Scalars['String']['input']>;
};

export type BackupState =
  | 'OFF'
  | 'ON'
  | 'STARTING';

export type BankAccountUpdate = {
  accNumber: Scalars['String']['input'];
  id: Scalars['ID']['input'];
  ifsc: Scalars['String']['input'];
  keyId: Scalars['String']['input'];
  keySecret: Scalars['String']['input'];
  misc: Scalars['String']['input'];
  name: Scalars['String']['input'];
};

export type BookForm = {
  name: Scalars['String']['input'];
  pages: Scalars['Int']['input'];
  subjectId: Scalars['ID']['input'];
  teacherIds: Array<Scalars['ID']['input']>;
};

export type BookUpdate = {
  id: Scalars['ID']['input'];
  name: Scalars['String']['input'];
  pages: Scalars['Int']['input'];
  teacherIds: Array<Scalars['ID']['input']>;
};

export type BooksProgressInput = {
  deviceAt?: InputMaybe<Scalars['String']['input']>;
  key: Scalars['String']['input'];
  progress: Array<BooksProgressInputProgress>;
};

export type BooksProgressInputProgress = {
  attId: Scalars['ID']['input'];
  bookId: Scalars['ID']['input'];
  comment?: InputMaybe<Scalars['String']['input']>;
  from: Scalars['Int']['input'];
  to: Scalars['Int']['input'];
};

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

export type CertificateCancellation = {
  enableStudent: Scalars['Boolean']['input'];
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
};

export type CertificateDraftView = {
  formatId: Scalars['ID']['input'];
  studentId: Scalars['ID']['input'];
};

export type CertificateDuplicate = {
  id: Scalars['ID']['input'];
  key: Scalars['String']['input'];
  reason: Scalars['String']['input'];
};

export type CertificateFilter =
  | 'CANCELLED'
  | 'DUPLICATE'
  | 'VALID';

export type CertificateFormatForm = {
  fields: Array<CertificateFormatFormFields>;
  format: Scalars['String']['input'];
  id?: InputMaybe<Scalars['ID']['input']>;
  name: Scalars['String']['input'];
  seen?: InputMaybe<Scalars['Int']['input']>;
};

export type CertificateFormatFormFields = {
  name: Scalars['String']['input'];
  sr: Scalars['Int']['input'];
};

export type CertificateFormatSeen = {
  id: Scalars['ID']['input'];
  seen: Scalars['Int']['input'];
};

export type CertificateIssue = {
  disableStudent: Scalars['Boolean']['input'];
  formatId: Scalars['ID']['input'];
  formatVersion: Scalars['Int']['input'];
  key: Scalars['String']['input'];
  studentId: Scalars['ID']['input'];
  values: Array<CertificateIssueValues>;
};

export type CertificateIssueValues = {
  name: Scalars['String']['input'];
  value: Scalars['String']['input'];
};

export type CertificateNextSerial = {
  next: Scalars['Int']['input'];
};

export type CertificateState =
  | 'CANCELLED'
  | 'VALID';

export type CertificateUsualFormat = {
  id: Scalars['ID']['input'];
  usual: Scalars['Boolean']['input'];
};

export type CertificatesView = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  state?: InputMaybe<CertificateFilter>;
};

export type ChatAttachmentChoice = {
  messageId: Scalars['ID']['input'];
};

export type ChatAuthor =
  | 'FAMILY'
  | 'STAFF';

export type ChatContactsView = {
  search?: InputMaybe<Scalars['String']['input']>;
  sectionId?: InputMaybe<Scalars['ID']['input']>;
};

export type ChatMessageInput = {
  fileId?: InputMaybe<Scalars['String']['input']>;
  fileName?: InputMaybe<Scalars['String']['input']>;
  key: Scalars['String']['input'];
  text: Scalars['String']['input'];
  threadId: Scalars['ID']['input'];
};

export type ChatMessagesView = {
  before?: InputMaybe<Scalars['ID']['input']>;
  seen?: InputMaybe<Scalars['ID']['input']>;
  threadId: Scalars['ID']['input'];
};

export type ChatRead = {
  messageId: Scalars['ID']['input'];
  threadId: Scalars['ID']['input'];
};

export type ChatRemoval = {
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
};

export type ChatThreadChoice = {
  id: Scalars['ID']['input'];
};

export type ChatThreadClosed = {
  closed: Scalars['Boolean']['input'];
  id: Scalars['ID']['input'];
};

export type ChatThreadFilter =
  | 'ALL'
  | 'UNREAD'
  | 'WAITING';

export type ChatThreadOpening = {
  sectionId?: InputMaybe<Scalars['ID']['input']>;
  studentId?: InputMaybe<Scalars['ID']['input']>;
};

export type ChatThreadsView = {
  before?: InputMaybe<Scalars['ID']['input']>;
  filter?: InputMaybe<ChatThreadFilter>;
  search?: InputMaybe<Scalars['String']['input']>;
  termId?: InputMaybe<Scalars['ID']['input']>;
};

export type ChequeOutcome =
  | 'CLEARED'
  | 'FAILED';

export type ChequesView = {
  descending?: InputMaybe<Scalars['Boolean']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  sort?: InputMaybe<EntrySort>;
  upToId?: InputMaybe<Scalars['ID']['input']>;
};

export type ClassForm = {
  name: Scalars['String']['input'];
  termId: Scalars['ID']['input'];
};

export type ClassUpdate = {
  id: Scalars['ID']['input'];
  name: Scalars['String']['input'];
};

export type ClerksOf = {
  termId?: InputMaybe<Scalars['ID']['input']>;
};

export type CollectPaymentInput = {
  amount: Scalars['Paise']['input'];
  chequeNo?: InputMaybe<Scalars['String']['input']>;
  collectedOn: Scalars['String']['input'];
  fees: Array<PaymentPreviewInputFees>;
  key: Scalars['String']['input'];
  mode: CounterMode;
  studentId: Scalars['ID']['input'];
  termId: Scalars['ID']['input'];
  txnId?: InputMaybe<Scalars['String']['input']>;
};

export type CollectedCardName =
  | 'MONTH'
  | 'TODAY'
  | 'WEEK'
  | 'YESTERDAY';

export type CorrectMark = {
  deviceAt?: InputMaybe<Scalars['String']['input']>;
  key: Scalars['String']['input'];
  note?: InputMaybe<Scalars['String']['input']>;
  registerId: Scalars['ID']['input'];
  studentId: Scalars['ID']['input'];
  value: Mark;
  was?: InputMaybe<Mark>;
};

export type CounterMode =
  | 'CASH'
  | 'CHEQUE'
  | 'UPI';

export type CreateOrderInput = {
  key: Scalars['String']['input'];
  payable: Scalars['Paise']['input'];
  payer: CreateOrderInputPayer;
  students: Array<CreateOrderInputStudents>;
};

export type CreateOrderInputPayer = {
  email?: InputMaybe<Scalars['String']['input']>;
  name: Scalars['String']['input'];
  phone: Scalars['String']['input'];
};

export type CreateOrderInputStudents = {
  fees: Array<CreateOrderInputStudentsFees>;
  studentId: Scalars['ID']['input'];
};

export type CreateOrderInputStudentsFees = {
  feeId: Scalars['ID']['input'];
  version: Scalars['String']['input'];
};

export type DayOfTerm = {
  day: Scalars['String']['input'];
  termId: Scalars['ID']['input'];
};

export type DeleteDiscountsInput = {
  ids: Array<Scalars['ID']['input']>;
  key: Scalars['String']['input'];
  reason: Scalars['String']['input'];
  studentId: Scalars['ID']['input'];
  termId: Scalars['ID']['input'];
};

export type DeleteExpense = {
  id: Scalars['ID']['input'];
  key: Scalars['String']['input'];
};

export type DeletePaymentInput = {
  id: Scalars['ID']['input'];
  key: Scalars['String']['input'];
  reason: Scalars['String']['input'];
  refundRef?: InputMaybe<Scalars['String']['input']>;
};

export type DeletedPaymentsView = {
  descending?: InputMaybe<Scalars['Boolean']['input']>;
  from?: InputMaybe<Scalars['String']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  termId: Scalars['ID']['input'];
  to?: InputMaybe<Scalars['String']['input']>;
};

export type DeviceAddress = {
  endpoint: Scalars['String']['input'];
};

export type DeviceForm = {
  auth: Scalars['String']['input'];
  endpoint: Scalars['String']['input'];
  p256dh: Scalars['String']['input'];
};

export type DeviceToSignOut = {
  id: Scalars['String']['input'];
};

export type DisciplineFilter = {
  classId?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['String']['input']>;
  sectionId?: InputMaybe<Scalars['ID']['input']>;
  termId: Scalars['ID']['input'];
  to?: InputMaybe<Scalars['String']['input']>;
  typeId?: InputMaybe<Scalars['ID']['input']>;
};

export type DocumentFormat =
  | 'CSV'
  | 'JSON'
  | 'PDF'
  | 'XLSX'
  | 'ZIP';

export type DocumentKind =
  | 'ID_CARDS'
  | 'REPORT'
  | 'STUDENT_DATA';

export type DocumentLink = {
  token: Scalars['String']['input'];
};

export type DocumentMail = {
  email: Scalars['String']['input'];
  id: Scalars['ID']['input'];
};

export type DocumentMailState =
  | 'FAILED'
  | 'SENDING'
  | 'SENT'
  | 'WAITING';

export type DocumentOfId = {
  id: Scalars['ID']['input'];
};

export type DocumentState =
  | 'CANCELLED'
  | 'DONE'
  | 'FAILED'
  | 'QUEUED'
  | 'RUNNING';

export type DocumentsOfKind = {
  kind: DocumentKind;
};

export type EndLecturesInput = {
  deviceAt?: InputMaybe<Scalars['String']['input']>;
  ids: Array<Scalars['ID']['input']>;
  key: Scalars['String']['input'];
  seconds?: InputMaybe<Scalars['Int']['input']>;
};

export type EntriesView = {
  clerk?: InputMaybe<Scalars['String']['input']>;
  descending?: InputMaybe<Scalars['Boolean']['input']>;
  from?: InputMaybe<Scalars['String']['input']>;
  mode?: InputMaybe<PaymentMode>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  sectionId?: InputMaybe<Scalars['ID']['input']>;
  sort?: InputMaybe<EntrySort>;
  state?: InputMaybe<PaymentState>;
  termId?: InputMaybe<Scalars['ID']['input']>;
  to?: InputMaybe<Scalars['String']['input']>;
  upToId?: InputMaybe<Scalars['ID']['input']>;
};

export type EntrySort =
  | 'AMOUNT'
  | 'DATE'
  | 'RECEIPT'
  | 'SECTION'
  | 'STUDENT';

export type Erasure = {
  id: Scalars['ID']['input'];
  name: Scalars['String']['input'];
};

export type ExpenseCategoryForm = {
  name: Scalars['String']['input'];
};

export type ExpenseRange = {
  end: Scalars['String']['input'];
  start: Scalars['String']['input'];
  termId: Scalars['ID']['input'];
};

export type FeeAccountOf = {
  studentId: Scalars['ID']['input'];
  termId: Scalars['ID']['input'];
};

export type FeeAssignment = {
  classIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  feeCategoryId: Scalars['ID']['input'];
  sectionIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  studentIds?: InputMaybe<Array<Scalars['ID']['input']>>;
};

export type FeeAssignmentImport = {
  rows: Array<FeeAssignmentImportRows>;
  termId: Scalars['ID']['input'];
};

export type FeeAssignmentImportRows = {
  class: Scalars['String']['input'];
  feeCategory: Scalars['String']['input'];
  registerNo: Scalars['String']['input'];
  roll: Scalars['String']['input'];
  section: Scalars['String']['input'];
};

export type FeeCategoryForm = {
  bankAccountId?: InputMaybe<Scalars['ID']['input']>;
  name: Scalars['String']['input'];
  termId: Scalars['ID']['input'];
};

export type FeeCategoryImport = {
  rows: Array<FeeCategoryImportRows>;
  termId: Scalars['ID']['input'];
};

export type FeeCategoryImportRows = {
  bankAccountId: Scalars['String']['input'];
  name: Scalars['String']['input'];
};

export type FeeCategoryStudentsView = {
  assigned?: InputMaybe<Scalars['Boolean']['input']>;
  feeCategoryId: Scalars['ID']['input'];
  search?: InputMaybe<Scalars['String']['input']>;
  sectionId?: InputMaybe<Scalars['ID']['input']>;
};

export type FeeCategoryUpdate = {
  bankAccountId?: InputMaybe<Scalars['ID']['input']>;
  id: Scalars['ID']['input'];
  name: Scalars['String']['input'];
};

export type FeeForm = {
  amount?: InputMaybe<Scalars['Paise']['input']>;
  feeCategoryIds: Array<Scalars['ID']['input']>;
  fixedAmount: Scalars['Boolean']['input'];
  months: Array<Month>;
  name: Scalars['String']['input'];
};

export type FeeOrder = {
  feeCategoryId: Scalars['ID']['input'];
  feeIds: Array<Scalars['ID']['input']>;
};

export type FeeState =
  | 'CLEARING'
  | 'DISCOUNT'
  | 'PAID'
  | 'PART_PAID'
  | 'PENDING';

export type FeeUpdate = {
  amount: Scalars['Paise']['input'];
  fixedAmount?: InputMaybe<Scalars['Boolean']['input']>;
  id: Scalars['ID']['input'];
  month?: InputMaybe<Month>;
  name: Scalars['String']['input'];
  seen: FeeUpdateSeen;
};

export type FeeUpdateSeen = {
  amount: Scalars['Paise']['input'];
  fixedAmount: Scalars['Boolean']['input'];
  month?: InputMaybe<Month>;
  name: Scalars['String']['input'];
};

export type FeesView = {
  feeCategoryId?: InputMaybe<Scalars['ID']['input']>;
  termId: Scalars['ID']['input'];
};

export type GateDay = {
  day: Scalars['String']['input'];
};

export type GateDeviceChoice = {
  id: Scalars['ID']['input'];
};

export type GateDeviceForm = {
  direction: GateDirection;
  name: Scalars['String']['input'];
};

export type GateDirection =
  | 'BOTH'
  | 'IN'
  | 'OUT';

export type Gender =
  | 'BLANK'
  | 'FEMALE'
  | 'MALE'
  | 'OTHER';

export type GiveDiscountInput = {
  amount: Scalars['Paise']['input'];
  comment?: InputMaybe<Scalars['String']['input']>;
  fees: Array<PaymentPreviewInputFees>;
  key: Scalars['String']['input'];
  studentId: Scalars['ID']['input'];
  termId: Scalars['ID']['input'];
};

export type GuardianLinksView = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  termId: Scalars['ID']['input'];
};

export type HolidayForm = {
  from: Scalars['String']['input'];
  name: Scalars['String']['input'];
  to: Scalars['String']['input'];
};

export type HolidayId = {
  id: Scalars['ID']['input'];
};

export type HolidaysView = {
  from: Scalars['String']['input'];
  to: Scalars['String']['input'];
};

export type IdCardDesignDeletion = {
  id: Scalars['ID']['input'];
  seen: Scalars['Int']['input'];
};

export type IdCardDesignSaving = {
  backText: Scalars['String']['input'];
  color?: InputMaybe<Scalars['String']['input']>;
  fields: Array<IdCardField>;
  holder: IdCardHolderKind;
  id?: InputMaybe<Scalars['ID']['input']>;
  layout: IdCardLayout;
  name: Scalars['String']['input'];
  seen: Scalars['Int']['input'];
  signature: Scalars['Boolean']['input'];
  validUntil?: InputMaybe<Scalars['String']['input']>;
};

export type IdCardField =
  | 'ADDRESS'
  | 'BIRTHDATE'
  | 'BLOOD_GROUP'
  | 'CLASS'
  | 'EMAIL'
  | 'GUARDIAN'
  | 'PHONE'
  | 'QR'
  | 'REGISTER_NO'
  | 'ROLE'
  | 'ROLL';

export type IdCardHolderKind =
  | 'STAFF'
  | 'STUDENT';

export type IdCardHoldersView = {
  classId?: InputMaybe<Scalars['ID']['input']>;
  holder: IdCardHolderKind;
  ids?: InputMaybe<Array<Scalars['ID']['input']>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  sectionId?: InputMaybe<Scalars['ID']['input']>;
  termId: Scalars['ID']['input'];
};

export type IdCardLayout =
  | 'BAND'
  | 'CLASSIC'
  | 'PORTRAIT';

export type IdCardOf = {
  holder: IdCardHolderKind;
  id: Scalars['ID']['input'];
  termId: Scalars['ID']['input'];
};

export type IdCardOutput =
  | 'SHEET'
  | 'SINGLE';

export type IdCardSchoolOf = {
  termId: Scalars['ID']['input'];
};

export type IdCardWithoutPhoto =
  | 'LEAVE_OUT'
  | 'PRINT';

export type IdCardsOrder = {
  classId?: InputMaybe<Scalars['ID']['input']>;
  designId: Scalars['ID']['input'];
  email: Scalars['String']['input'];
  holder: IdCardHolderKind;
  ids?: InputMaybe<Array<Scalars['ID']['input']>>;
  key: Scalars['String']['input'];
  output: IdCardOutput;
  sectionId?: InputMaybe<Scalars['ID']['input']>;
  sendLink: Scalars['Boolean']['input'];
  termId: Scalars['ID']['input'];
  withoutPhoto: IdCardWithoutPhoto;
};

export type IncidentDelete = {
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
};

export type IncidentSort =
  | 'DAY'
  | 'POINTS'
  | 'SECTION'
  | 'STUDENT'
  | 'TYPE';

export type IncidentTypeForm = {
  name: Scalars['String']['input'];
  points: Scalars['Int']['input'];
};

export type IncidentTypeUpdate = {
  id: Scalars['ID']['input'];
  name: Scalars['String']['input'];
  points: Scalars['Int']['input'];
};

export type IncidentUpdate = {
  actionTaken?: InputMaybe<Scalars['String']['input']>;
  day: Scalars['String']['input'];
  id: Scalars['ID']['input'];
  note?: InputMaybe<Scalars['String']['input']>;
  notify?: InputMaybe<Scalars['Boolean']['input']>;
  points: Scalars['Int']['input'];
  typeId: Scalars['ID']['input'];
  version: Scalars['Int']['input'];
};

export type IncidentsView = {
  classId?: InputMaybe<Scalars['ID']['input']>;
  descending?: InputMaybe<Scalars['Boolean']['input']>;
  from?: InputMaybe<Scalars['String']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  sectionId?: InputMaybe<Scalars['ID']['input']>;
  sort?: InputMaybe<IncidentSort>;
  termId: Scalars['ID']['input'];
  to?: InputMaybe<Scalars['String']['input']>;
  typeId?: InputMaybe<Scalars['ID']['input']>;
};

export type LectureMarkInput = {
  deviceAt?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  key: Scalars['String']['input'];
  studentId: Scalars['ID']['input'];
  value: Mark;
};

export type LecturesChoice = {
  ids: Array<Scalars['ID']['input']>;
};

export type LecturesSeen = {
  ids: Array<Scalars['ID']['input']>;
  seen?: InputMaybe<Scalars['String']['input']>;
};

export type LegacyImportOfId = {
  id: Scalars['ID']['input'];
};

export type LegacyImportState =
  | 'DONE'
  | 'FAILED'
  | 'QUEUED'
  | 'RUNNING';

export type LegacyImportStep =
  | 'CHECKING'
  | 'READING'
  | 'STORING';

export type LegacyOrder = {
  fileId: Scalars['String']['input'];
  fileName: Scalars['String']['input'];
  key: Scalars['String']['input'];
};

export type LineStatus =
  | 'CLEARING'
  | 'DISCOUNT'
  | 'FAILED'
  | 'PAID'
  | 'PART_PAID';

export type LinkChoice = {
  id: Scalars['ID']['input'];
};

export type MakeLinksInput = {
  days?: InputMaybe<Scalars['Int']['input']>;
  sectionId?: InputMaybe<Scalars['ID']['input']>;
  studentId?: InputMaybe<Scalars['ID']['input']>;
  termId: Scalars['ID']['input'];
};

export type Mark =
  | 'A'
  | 'L'
  | 'P';

export type MarkHistoryView = {
  registerId: Scalars['ID']['input'];
  studentId: Scalars['ID']['input'];
};

export type MessageBatchesView = {
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
};

export type MessageChannel =
  | 'APP'
  | 'EMAIL'
  | 'SMS'
  | 'WHATSAPP';

export type MessageId = {
  id: Scalars['ID']['input'];
};

export type MessageKind =
  | 'ABSENCE'
  | 'CHAT'
  | 'DISCIPLINE'
  | 'FEE_REMINDER'
  | 'LATE'
  | 'LOGIN_DETAILS'
  | 'LOGIN_REMINDER'
  | 'NOTICE'
  | 'PAY_LINK'
  | 'RECEIPT'
  | 'SIGN_IN_CODE'
  | 'TIMETABLE'
  | 'WEEKLY';

export type MessageKindByHand =
  | 'LOGIN_DETAILS'
  | 'LOGIN_REMINDER'
  | 'NOTICE';

export type MessageKindForm = {
  channels: Array<MessageChannel>;
  enabled: Scalars['Boolean']['input'];
  kind: MessageKind;
};

export type MessageState =
  | 'CANCELLED'
  | 'DELIVERED'
  | 'FAILED'
  | 'QUEUED'
  | 'READ'
  | 'SENDING'
  | 'SENT'
  | 'UNKNOWN';

export type MessageTemplateForm = {
  channel: TemplateChannel;
  dltTemplateId: Scalars['String']['input'];
  id?: InputMaybe<Scalars['ID']['input']>;
  kind: MessageKind;
  language: Scalars['String']['input'];
  name: Scalars['String']['input'];
  price: Scalars['Paise']['input'];
  smsTemplateId: Scalars['String']['input'];
  text: Scalars['String']['input'];
  version?: InputMaybe<Scalars['Int']['input']>;
  whatsappName: Scalars['String']['input'];
};

export type MessageTemplateId = {
  id: Scalars['ID']['input'];
};

export type MessagesOfStudentView = {
  studentId: Scalars['ID']['input'];
};

export type MessagesOrder = {
  audience: Scalars['Int']['input'];
  key: Scalars['String']['input'];
  kind: MessageKindByHand;
  sectionIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  studentIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  templateId?: InputMaybe<Scalars['ID']['input']>;
  text?: InputMaybe<Scalars['String']['input']>;
  token: Scalars['String']['input'];
};

export type MessagesPreviewInput = {
  audience: Scalars['Int']['input'];
  kind: MessageKindByHand;
  sectionIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  studentIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  templateId?: InputMaybe<Scalars['ID']['input']>;
  text?: InputMaybe<Scalars['String']['input']>;
};

export type MessagesView = {
  batchId?: InputMaybe<Scalars['ID']['input']>;
  channel?: InputMaybe<MessageChannel>;
  from?: InputMaybe<Scalars['String']['input']>;
  kind?: InputMaybe<MessageKind>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  state?: InputMaybe<MessageState>;
  to?: InputMaybe<Scalars['String']['input']>;
};

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

export type NewBankAccount = {
  accNumber: Scalars['String']['input'];
  ifsc: Scalars['String']['input'];
  keyId: Scalars['String']['input'];
  keySecret: Scalars['String']['input'];
  misc: Scalars['String']['input'];
  name: Scalars['String']['input'];
};

export type NewExpense = {
  amount: Scalars['Paise']['input'];
  categoryId: Scalars['ID']['input'];
  comment?: InputMaybe<Scalars['String']['input']>;
  key: Scalars['String']['input'];
  paidOn: Scalars['String']['input'];
  termId: Scalars['ID']['input'];
};

export type NewIncidents = {
  actionTaken?: InputMaybe<Scalars['String']['input']>;
  day: Scalars['String']['input'];
  key: Scalars['String']['input'];
  note?: InputMaybe<Scalars['String']['input']>;
  notify?: InputMaybe<Scalars['Boolean']['input']>;
  points: Scalars['Int']['input'];
  sectionId: Scalars['ID']['input'];
  studentIds: Array<Scalars['ID']['input']>;
  typeId: Scalars['ID']['input'];
};

export type NewSchool = {
  accentColor?: InputMaybe<Scalars['String']['input']>;
  adminPhone: Scalars['String']['input'];
  affiliationNo?: InputMaybe<Scalars['String']['input']>;
  attNotification?: InputMaybe<Scalars['Boolean']['input']>;
  attType: AttType;
  board?: InputMaybe<Scalars['String']['input']>;
  breakdownLectures?: InputMaybe<Scalars['Boolean']['input']>;
  buses?: InputMaybe<Scalars['Boolean']['input']>;
  chat?: InputMaybe<Scalars['Boolean']['input']>;
  defaultAbsent?: InputMaybe<Scalars['Boolean']['input']>;
  defaultMins?: InputMaybe<Scalars['Int']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  discipline?: InputMaybe<Scalars['Boolean']['input']>;
  displayMins?: InputMaybe<Array<Scalars['Int']['input']>>;
  dist?: InputMaybe<Scalars['String']['input']>;
  dltEntityId?: InputMaybe<Scalars['String']['input']>;
  email?: InputMaybe<Scalars['String']['input']>;
  feePercent?: InputMaybe<Scalars['Float']['input']>;
  feesDate?: InputMaybe<Scalars['Int']['input']>;
  feesModule?: InputMaybe<Scalars['Boolean']['input']>;
  isSociety?: InputMaybe<Scalars['Boolean']['input']>;
  liveLecture?: InputMaybe<Scalars['Boolean']['input']>;
  manySchoolNames?: InputMaybe<Scalars['Boolean']['input']>;
  medium?: InputMaybe<Scalars['String']['input']>;
  multipleAccounts?: InputMaybe<Scalars['Boolean']['input']>;
  name: Scalars['String']['input'];
  onlineFees?: InputMaybe<Scalars['Boolean']['input']>;
  onlyAbsent?: InputMaybe<Scalars['Boolean']['input']>;
  qrcode?: InputMaybe<Scalars['Boolean']['input']>;
  quietFrom?: InputMaybe<Scalars['String']['input']>;
  quietTo?: InputMaybe<Scalars['String']['input']>;
  receiptPrefix?: InputMaybe<Scalars['String']['input']>;
  recognitionNo?: InputMaybe<Scalars['String']['input']>;
  rfid?: InputMaybe<Scalars['Boolean']['input']>;
  senderId: Scalars['String']['input'];
  showRegisterNo?: InputMaybe<Scalars['Boolean']['input']>;
  smsDisabled?: InputMaybe<Scalars['Boolean']['input']>;
  state?: InputMaybe<Scalars['String']['input']>;
  studentEmail?: InputMaybe<Scalars['String']['input']>;
  subjectwiseSmsTime?: InputMaybe<Scalars['String']['input']>;
  taluka?: InputMaybe<Scalars['String']['input']>;
  term: Scalars['String']['input'];
  timetableSummary?: InputMaybe<Scalars['Boolean']['input']>;
  udise?: InputMaybe<Scalars['String']['input']>;
  village?: InputMaybe<Scalars['String']['input']>;
  weeklySms?: InputMaybe<Scalars['Boolean']['input']>;
  weeklySmsDay?: InputMaybe<Scalars['Int']['input']>;
  weeklySmsTime?: InputMaybe<Scalars['String']['input']>;
  whatsapp?: InputMaybe<Scalars['Boolean']['input']>;
};

export type NewUser = {
  classIds: Array<Scalars['ID']['input']>;
  email: Scalars['String']['input'];
  name: Scalars['String']['input'];
  password: Scalars['String']['input'];
  phone: Scalars['String']['input'];
  photoFile?: InputMaybe<Scalars['String']['input']>;
  role: AssignableRole;
  zoomId: Scalars['String']['input'];
  zoomLink: Scalars['String']['input'];
  zoomPassword: Scalars['String']['input'];
};

export type NoticeHold = {
  day: Scalars['String']['input'];
  sectionId?: InputMaybe<Scalars['ID']['input']>;
};

export type NoticeState =
  | 'CANCELLED'
  | 'DELIVERED'
  | 'FAILED'
  | 'NO_PHONE'
  | 'PLANNED'
  | 'QUEUED'
  | 'READ'
  | 'SENDING'
  | 'SENT'
  | 'UNKNOWN';

export type NoticesView = {
  day: Scalars['String']['input'];
};

export type OrderChoice = {
  id: Scalars['ID']['input'];
};

export type OrderState =
  | 'CANCEL'
  | 'CREATED'
  | 'FAILURE'
  | 'MISMATCH'
  | 'SUCCESS';

export type OrdersView = {
  from?: InputMaybe<Scalars['String']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  state?: InputMaybe<OrderState>;
  termId: Scalars['ID']['input'];
  to?: InputMaybe<Scalars['String']['input']>;
};

export type OwnReceiptsView = {
  descending?: InputMaybe<Scalars['Boolean']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  sort?: InputMaybe<EntrySort>;
  upToId?: InputMaybe<Scalars['ID']['input']>;
};

export type PasswordChange = {
  currentPassword: Scalars['String']['input'];
  newPassword: Scalars['String']['input'];
};

export type PaymentMode =
  | 'CASH'
  | 'CHEQUE'
  | 'ONLINE'
  | 'UPI';

export type PaymentPreviewInput = {
  amount: Scalars['Paise']['input'];
  discount: Scalars['Boolean']['input'];
  fees: Array<PaymentPreviewInputFees>;
  studentId: Scalars['ID']['input'];
  termId: Scalars['ID']['input'];
  txnId?: InputMaybe<Scalars['String']['input']>;
};

export type PaymentPreviewInputFees = {
  feeId: Scalars['ID']['input'];
  version: Scalars['String']['input'];
};

export type PaymentState =
  | 'CLEARING'
  | 'COLLECTED'
  | 'FAILED';

export type PendingFilter = {
  classId?: InputMaybe<Scalars['ID']['input']>;
  disabledToo?: InputMaybe<Scalars['Boolean']['input']>;
  month?: InputMaybe<Month>;
  oneTime?: InputMaybe<Scalars['Boolean']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  sectionId?: InputMaybe<Scalars['ID']['input']>;
  termId: Scalars['ID']['input'];
  upTo?: InputMaybe<Scalars['Boolean']['input']>;
};

export type PendingSort =
  | 'CLEARING'
  | 'NAME'
  | 'PENDING'
  | 'PHONE'
  | 'REGISTER_NO'
  | 'SECTION';

export type PendingView = {
  classId?: InputMaybe<Scalars['ID']['input']>;
  descending?: InputMaybe<Scalars['Boolean']['input']>;
  disabledToo?: InputMaybe<Scalars['Boolean']['input']>;
  month?: InputMaybe<Month>;
  oneTime?: InputMaybe<Scalars['Boolean']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  sectionId?: InputMaybe<Scalars['ID']['input']>;
  sort?: InputMaybe<PendingSort>;
  termId: Scalars['ID']['input'];
  upTo?: InputMaybe<Scalars['Boolean']['input']>;
};

export type PromotedRolls =
  | 'BY_NAME'
  | 'KEEP'
  | 'NONE';

export type PromotionGroundView = {
  termId: Scalars['ID']['input'];
};

export type PromotionKind =
  | 'SECTIONS'
  | 'STUDENTS';

export type PromotionOfId = {
  id: Scalars['ID']['input'];
};

export type PromotionPartKind =
  | 'FEES'
  | 'SECTION'
  | 'STUDENTS';

export type PromotionPartState =
  | 'DONE'
  | 'FAILED'
  | 'REVERSED'
  | 'WAITING';

export type PromotionState =
  | 'DONE'
  | 'FAILED'
  | 'QUEUED'
  | 'REVERSED'
  | 'RUNNING';

export type PromotionStudentsView = {
  sectionId: Scalars['ID']['input'];
};

export type QrSheetView = {
  classId?: InputMaybe<Scalars['ID']['input']>;
  sectionId?: InputMaybe<Scalars['ID']['input']>;
  termId: Scalars['ID']['input'];
};

export type ReceiptChoice = {
  paymentId: Scalars['ID']['input'];
};

export type ReceiptIssue = {
  key: Scalars['String']['input'];
  paymentId: Scalars['ID']['input'];
};

export type ReceiptSearch = {
  number: Scalars['String']['input'];
};

export type ReceiptsView = {
  afterId?: InputMaybe<Scalars['ID']['input']>;
  clerk?: InputMaybe<Scalars['String']['input']>;
  from?: InputMaybe<Scalars['String']['input']>;
  mode?: InputMaybe<PaymentMode>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  sectionId?: InputMaybe<Scalars['ID']['input']>;
  state?: InputMaybe<PaymentState>;
  termId?: InputMaybe<Scalars['ID']['input']>;
  to?: InputMaybe<Scalars['String']['input']>;
  upToId?: InputMaybe<Scalars['ID']['input']>;
};

export type RecordScansInput = {
  scans: Array<RecordScansInputScans>;
};

export type RecordScansInputScans = {
  code: Scalars['String']['input'];
  deviceAt?: InputMaybe<Scalars['String']['input']>;
  direction: GateDirection;
  key: Scalars['String']['input'];
  means: ScanMeans;
  waitedMs?: InputMaybe<Scalars['Float']['input']>;
};

export type RegisterSession =
  | 'AFTERNOON'
  | 'DAY'
  | 'LECTURE'
  | 'MORNING'
  | 'SUBJECT';

export type RegisterSheetView = {
  day: Scalars['String']['input'];
  sectionId: Scalars['ID']['input'];
  session: RegisterSession;
  starts?: InputMaybe<Scalars['String']['input']>;
  subjectId?: InputMaybe<Scalars['ID']['input']>;
};

export type RegistersOfDayView = {
  day: Scalars['String']['input'];
  termId: Scalars['ID']['input'];
};

export type ReportChoicesView = {
  termId: Scalars['ID']['input'];
};

export type ReportOrder = {
  currentTerm: Scalars['ID']['input'];
  email: Scalars['String']['input'];
  end: Scalars['String']['input'];
  key: Scalars['String']['input'];
  lateAfter?: InputMaybe<Scalars['String']['input']>;
  reportType: ReportType;
  section: Scalars['ID']['input'];
  sendLink: Scalars['Boolean']['input'];
  start: Scalars['String']['input'];
  teacherId?: InputMaybe<Scalars['ID']['input']>;
};

export type ReportType =
  | 'attention'
  | 'condensed'
  | 'dailyCollected'
  | 'detailed'
  | 'paymentsCollected'
  | 'progressive'
  | 'qrentryexit'
  | 'qrentryexitCondensed'
  | 'studentsCollected';

export type RetentionForm = {
  accountDays?: InputMaybe<Scalars['Int']['input']>;
  auditDays?: InputMaybe<Scalars['Int']['input']>;
  chatDays?: InputMaybe<Scalars['Int']['input']>;
  documentDays: Scalars['Int']['input'];
  gateDays?: InputMaybe<Scalars['Int']['input']>;
  incidentDays?: InputMaybe<Scalars['Int']['input']>;
  messageDays?: InputMaybe<Scalars['Int']['input']>;
};

export type Role =
  | 'ADMIN'
  | 'ATTENDANT'
  | 'FEES'
  | 'STUDENT'
  | 'SUPERADMIN'
  | 'TEACHER';

export type SaveRegister = {
  after?: InputMaybe<Scalars['String']['input']>;
  day: Scalars['String']['input'];
  deviceAt?: InputMaybe<Scalars['String']['input']>;
  key: Scalars['String']['input'];
  marks: Array<SaveRegisterMarks>;
  sectionId: Scalars['ID']['input'];
  seen: Scalars['Int']['input'];
  session: RegisterSession;
  starts?: InputMaybe<Scalars['String']['input']>;
  subjectId?: InputMaybe<Scalars['ID']['input']>;
};

export type SaveRegisterMarks = {
  note?: InputMaybe<Scalars['String']['input']>;
  studentId: Scalars['ID']['input'];
  value: Mark;
};

export type ScanDirection =
  | 'IN'
  | 'OUT';

export type ScanMeans =
  | 'QR'
  | 'RFID';

export type ScanResult =
  | 'DISABLED'
  | 'IN'
  | 'OUT'
  | 'TOO_EARLY'
  | 'UNKNOWN';

export type SchoolUpdate = {
  accentColor?: InputMaybe<Scalars['String']['input']>;
  adminPhone?: InputMaybe<Scalars['String']['input']>;
  affiliationNo?: InputMaybe<Scalars['String']['input']>;
  attNotification?: InputMaybe<Scalars['Boolean']['input']>;
  board?: InputMaybe<Scalars['String']['input']>;
  breakdownLectures?: InputMaybe<Scalars['Boolean']['input']>;
  buses?: InputMaybe<Scalars['Boolean']['input']>;
  chat?: InputMaybe<Scalars['Boolean']['input']>;
  defaultAbsent?: InputMaybe<Scalars['Boolean']['input']>;
  defaultMins?: InputMaybe<Scalars['Int']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  discipline?: InputMaybe<Scalars['Boolean']['input']>;
  displayMins?: InputMaybe<Array<Scalars['Int']['input']>>;
  dist?: InputMaybe<Scalars['String']['input']>;
  dltEntityId?: InputMaybe<Scalars['String']['input']>;
  email?: InputMaybe<Scalars['String']['input']>;
  feePercent?: InputMaybe<Scalars['Float']['input']>;
  feesDate?: InputMaybe<Scalars['Int']['input']>;
  feesModule?: InputMaybe<Scalars['Boolean']['input']>;
  isSociety?: InputMaybe<Scalars['Boolean']['input']>;
  liveLecture?: InputMaybe<Scalars['Boolean']['input']>;
  logoFile?: InputMaybe<Scalars['String']['input']>;
  manySchoolNames?: InputMaybe<Scalars['Boolean']['input']>;
  medium?: InputMaybe<Scalars['String']['input']>;
  multipleAccounts?: InputMaybe<Scalars['Boolean']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  onlineFees?: InputMaybe<Scalars['Boolean']['input']>;
  onlyAbsent?: InputMaybe<Scalars['Boolean']['input']>;
  qrcode?: InputMaybe<Scalars['Boolean']['input']>;
  quietFrom?: InputMaybe<Scalars['String']['input']>;
  quietTo?: InputMaybe<Scalars['String']['input']>;
  receiptPrefix?: InputMaybe<Scalars['String']['input']>;
  recognitionNo?: InputMaybe<Scalars['String']['input']>;
  rfid?: InputMaybe<Scalars['Boolean']['input']>;
  senderId?: InputMaybe<Scalars['String']['input']>;
  showRegisterNo?: InputMaybe<Scalars['Boolean']['input']>;
  signatureFile?: InputMaybe<Scalars['String']['input']>;
  smsDisabled?: InputMaybe<Scalars['Boolean']['input']>;
  state?: InputMaybe<Scalars['String']['input']>;
  studentEmail?: InputMaybe<Scalars['String']['input']>;
  subjectwiseSmsTime?: InputMaybe<Scalars['String']['input']>;
  taluka?: InputMaybe<Scalars['String']['input']>;
  timetableSummary?: InputMaybe<Scalars['Boolean']['input']>;
  udise?: InputMaybe<Scalars['String']['input']>;
  village?: InputMaybe<Scalars['String']['input']>;
  weeklySms?: InputMaybe<Scalars['Boolean']['input']>;
  weeklySmsDay?: InputMaybe<Scalars['Int']['input']>;
  weeklySmsTime?: InputMaybe<Scalars['String']['input']>;
  whatsapp?: InputMaybe<Scalars['Boolean']['input']>;
};

export type SectionForm = {
  classId: Scalars['ID']['input'];
  name: Scalars['String']['input'];
  notificationTime: Scalars['String']['input'];
  sr?: InputMaybe<Scalars['Int']['input']>;
  teacherIds: Array<Scalars['ID']['input']>;
};

export type SectionImport = {
  key?: InputMaybe<Scalars['String']['input']>;
  rows: Array<SectionImportRows>;
  termId: Scalars['ID']['input'];
};

export type SectionImportRows = {
  class: Scalars['String']['input'];
  fbId: Scalars['String']['input'];
  notificationTime: Scalars['String']['input'];
  section: Scalars['String']['input'];
  sr?: InputMaybe<Scalars['Int']['input']>;
  teachers: Scalars['String']['input'];
};

export type SectionMonthView = {
  month: Scalars['String']['input'];
  sectionId: Scalars['ID']['input'];
};

export type SectionPromotion = {
  books: Scalars['Boolean']['input'];
  feeCategoryIds: Array<Scalars['ID']['input']>;
  key: Scalars['String']['input'];
  sections: Array<SectionPromotionSections>;
  smsNames: Scalars['Boolean']['input'];
  subjects: Scalars['Boolean']['input'];
  termId: Scalars['ID']['input'];
  toTermId: Scalars['ID']['input'];
};

export type SectionPromotionSections = {
  className: Scalars['String']['input'];
  sectionId: Scalars['ID']['input'];
  sectionName: Scalars['String']['input'];
  teacherIds: Array<Scalars['ID']['input']>;
};

export type SectionUpdate = {
  classId: Scalars['ID']['input'];
  id: Scalars['ID']['input'];
  name: Scalars['String']['input'];
  notificationTime: Scalars['String']['input'];
  sr?: InputMaybe<Scalars['Int']['input']>;
  teacherIds: Array<Scalars['ID']['input']>;
};

export type SendPayLinkInput = {
  channel: TemplateChannel;
  id: Scalars['ID']['input'];
  key: Scalars['String']['input'];
};

export type SettleChequeInput = {
  id: Scalars['ID']['input'];
  key: Scalars['String']['input'];
  outcome: ChequeOutcome;
};

export type SettleSurplusInput = {
  fees?: InputMaybe<Array<SettleSurplusInputFees>>;
  how: SurplusOutcome;
  id: Scalars['ID']['input'];
  key: Scalars['String']['input'];
  reference?: InputMaybe<Scalars['String']['input']>;
};

export type SettleSurplusInputFees = {
  feeId: Scalars['ID']['input'];
  version: Scalars['String']['input'];
};

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
  hidden: Scalars['Boolean']['input'];
};

export type SetupStep =
  | 'CLASSES'
  | 'FEES'
  | 'STUDENTS'
  | 'TERM'
  | 'USERS';

export type SmsNames = {
  names: Array<SmsNamesNames>;
  termId: Scalars['ID']['input'];
};

export type SmsNamesNames = {
  classId: Scalars['ID']['input'];
  smsSuffix: Scalars['String']['input'];
};

export type StartLecturesInput = {
  deviceAt?: InputMaybe<Scalars['String']['input']>;
  items: Array<StartLecturesInputItems>;
  key: Scalars['String']['input'];
  minutes?: InputMaybe<Scalars['Int']['input']>;
  termId: Scalars['ID']['input'];
};

export type StartLecturesInputItems = {
  bookId: Scalars['ID']['input'];
  classId: Scalars['ID']['input'];
  multiselect?: InputMaybe<Scalars['Boolean']['input']>;
  sectionId: Scalars['ID']['input'];
  subjectId: Scalars['ID']['input'];
};

export type StudentDataOrder = {
  id: Scalars['ID']['input'];
  key: Scalars['String']['input'];
};

export type StudentDisabled = {
  disabled: Scalars['Boolean']['input'];
  id: Scalars['ID']['input'];
};

export type StudentDisciplineView = {
  studentId: Scalars['ID']['input'];
  termId: Scalars['ID']['input'];
};

export type StudentEdit = {
  key?: InputMaybe<Scalars['String']['input']>;
  rows: Array<StudentEditRows>;
};

export type StudentEditRows = {
  aadharNumber?: InputMaybe<Scalars['String']['input']>;
  aapar?: InputMaybe<Scalars['String']['input']>;
  aaparId?: InputMaybe<Scalars['String']['input']>;
  action: Scalars['String']['input'];
  address?: InputMaybe<Scalars['String']['input']>;
  admitInClass?: InputMaybe<Scalars['String']['input']>;
  birthPlace?: InputMaybe<Scalars['String']['input']>;
  birthdate?: InputMaybe<Scalars['String']['input']>;
  bloodgroup?: InputMaybe<Scalars['String']['input']>;
  caste?: InputMaybe<Scalars['String']['input']>;
  class: Scalars['String']['input'];
  colony?: InputMaybe<Scalars['String']['input']>;
  country?: InputMaybe<Scalars['String']['input']>;
  dateOfAdmission?: InputMaybe<Scalars['String']['input']>;
  dist?: InputMaybe<Scalars['String']['input']>;
  distance?: InputMaybe<Scalars['String']['input']>;
  dobInWords?: InputMaybe<Scalars['String']['input']>;
  email?: InputMaybe<Scalars['String']['input']>;
  fatherName?: InputMaybe<Scalars['String']['input']>;
  fatherOccupation?: InputMaybe<Scalars['String']['input']>;
  fatherQualification?: InputMaybe<Scalars['String']['input']>;
  firstName?: InputMaybe<Scalars['String']['input']>;
  gender?: InputMaybe<Scalars['String']['input']>;
  guardian?: InputMaybe<Scalars['String']['input']>;
  handicap?: InputMaybe<Scalars['String']['input']>;
  height?: InputMaybe<Scalars['String']['input']>;
  id?: InputMaybe<Scalars['String']['input']>;
  lastClass?: InputMaybe<Scalars['String']['input']>;
  lastSchoolAttended?: InputMaybe<Scalars['String']['input']>;
  loginEmail?: InputMaybe<Scalars['String']['input']>;
  motherName?: InputMaybe<Scalars['String']['input']>;
  motherOccupation?: InputMaybe<Scalars['String']['input']>;
  motherQualification?: InputMaybe<Scalars['String']['input']>;
  motherTongue?: InputMaybe<Scalars['String']['input']>;
  muman?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  orphan?: InputMaybe<Scalars['String']['input']>;
  penNumber?: InputMaybe<Scalars['String']['input']>;
  phone?: InputMaybe<Scalars['String']['input']>;
  phones?: InputMaybe<Scalars['String']['input']>;
  registerNo?: InputMaybe<Scalars['String']['input']>;
  religion?: InputMaybe<Scalars['String']['input']>;
  rfid?: InputMaybe<Scalars['String']['input']>;
  roll: Scalars['String']['input'];
  saralId?: InputMaybe<Scalars['String']['input']>;
  section: Scalars['String']['input'];
  sibling?: InputMaybe<Scalars['String']['input']>;
  singleParent?: InputMaybe<Scalars['String']['input']>;
  state?: InputMaybe<Scalars['String']['input']>;
  subCaste?: InputMaybe<Scalars['String']['input']>;
  surname?: InputMaybe<Scalars['String']['input']>;
  taluka?: InputMaybe<Scalars['String']['input']>;
  term: Scalars['String']['input'];
  uidNo?: InputMaybe<Scalars['String']['input']>;
  weight?: InputMaybe<Scalars['String']['input']>;
};

export type StudentFeeCategoriesForm = {
  feeCategoryIds: Array<Scalars['ID']['input']>;
  seen: Array<Scalars['ID']['input']>;
  studentId: Scalars['ID']['input'];
  termId: Scalars['ID']['input'];
};

export type StudentFeeCategoriesView = {
  studentId: Scalars['ID']['input'];
  termId: Scalars['ID']['input'];
};

export type StudentForm = {
  aadharFile?: InputMaybe<Scalars['String']['input']>;
  aadharNumber?: InputMaybe<Scalars['String']['input']>;
  aapar?: InputMaybe<Scalars['Boolean']['input']>;
  aaparId?: InputMaybe<Scalars['String']['input']>;
  address?: InputMaybe<Scalars['String']['input']>;
  admitInClass?: InputMaybe<Scalars['String']['input']>;
  birthPlace?: InputMaybe<Scalars['String']['input']>;
  birthdate?: InputMaybe<Scalars['String']['input']>;
  bloodgroup?: InputMaybe<Scalars['String']['input']>;
  caste?: InputMaybe<Scalars['String']['input']>;
  colony?: InputMaybe<Scalars['String']['input']>;
  country?: InputMaybe<Scalars['String']['input']>;
  dateOfAdmission?: InputMaybe<Scalars['String']['input']>;
  dist?: InputMaybe<Scalars['String']['input']>;
  distance?: InputMaybe<Scalars['String']['input']>;
  dobInWords?: InputMaybe<Scalars['String']['input']>;
  email?: InputMaybe<Scalars['String']['input']>;
  fatherName?: InputMaybe<Scalars['String']['input']>;
  fatherOccupation?: InputMaybe<Scalars['String']['input']>;
  fatherQualification?: InputMaybe<Scalars['String']['input']>;
  feeCategoryIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  firstName?: InputMaybe<Scalars['String']['input']>;
  gender?: InputMaybe<Gender>;
  guardian?: InputMaybe<Scalars['String']['input']>;
  handicap?: InputMaybe<Scalars['String']['input']>;
  height?: InputMaybe<Scalars['String']['input']>;
  lastClass?: InputMaybe<Scalars['String']['input']>;
  lastSchoolAttended?: InputMaybe<Scalars['String']['input']>;
  loginEmail?: InputMaybe<Scalars['String']['input']>;
  motherName?: InputMaybe<Scalars['String']['input']>;
  motherOccupation?: InputMaybe<Scalars['String']['input']>;
  motherQualification?: InputMaybe<Scalars['String']['input']>;
  motherTongue?: InputMaybe<Scalars['String']['input']>;
  muman?: InputMaybe<Scalars['String']['input']>;
  name: Scalars['String']['input'];
  orphan?: InputMaybe<Scalars['Boolean']['input']>;
  penNumber?: InputMaybe<Scalars['String']['input']>;
  phone: Scalars['String']['input'];
  phones?: InputMaybe<Scalars['String']['input']>;
  photoFile?: InputMaybe<Scalars['String']['input']>;
  qrcode?: InputMaybe<Scalars['String']['input']>;
  registerNo?: InputMaybe<Scalars['String']['input']>;
  religion?: InputMaybe<Scalars['String']['input']>;
  rfid?: InputMaybe<Scalars['String']['input']>;
  roll: Scalars['String']['input'];
  saralId?: InputMaybe<Scalars['String']['input']>;
  section: Scalars['String']['input'];
  sibling?: InputMaybe<Scalars['String']['input']>;
  singleParent?: InputMaybe<Scalars['Boolean']['input']>;
  state?: InputMaybe<Scalars['String']['input']>;
  subCaste?: InputMaybe<Scalars['String']['input']>;
  surname?: InputMaybe<Scalars['String']['input']>;
  taluka?: InputMaybe<Scalars['String']['input']>;
  termId: Scalars['ID']['input'];
  uidNo?: InputMaybe<Scalars['String']['input']>;
  weight?: InputMaybe<Scalars['String']['input']>;
};

export type StudentImport = {
  key?: InputMaybe<Scalars['String']['input']>;
  rows: Array<StudentImportRows>;
  termId: Scalars['ID']['input'];
};

export type StudentImportRows = {
  aadharNumber?: InputMaybe<Scalars['String']['input']>;
  aapar?: InputMaybe<Scalars['String']['input']>;
  aaparId?: InputMaybe<Scalars['String']['input']>;
  address?: InputMaybe<Scalars['String']['input']>;
  admitInClass?: InputMaybe<Scalars['String']['input']>;
  birthPlace?: InputMaybe<Scalars['String']['input']>;
  birthdate?: InputMaybe<Scalars['String']['input']>;
  bloodgroup?: InputMaybe<Scalars['String']['input']>;
  caste?: InputMaybe<Scalars['String']['input']>;
  class: Scalars['String']['input'];
  colony?: InputMaybe<Scalars['String']['input']>;
  country?: InputMaybe<Scalars['String']['input']>;
  dateOfAdmission?: InputMaybe<Scalars['String']['input']>;
  dist?: InputMaybe<Scalars['String']['input']>;
  distance?: InputMaybe<Scalars['String']['input']>;
  dobInWords?: InputMaybe<Scalars['String']['input']>;
  email?: InputMaybe<Scalars['String']['input']>;
  fatherName?: InputMaybe<Scalars['String']['input']>;
  fatherOccupation?: InputMaybe<Scalars['String']['input']>;
  fatherQualification?: InputMaybe<Scalars['String']['input']>;
  firstName?: InputMaybe<Scalars['String']['input']>;
  gender?: InputMaybe<Scalars['String']['input']>;
  guardian?: InputMaybe<Scalars['String']['input']>;
  handicap?: InputMaybe<Scalars['String']['input']>;
  height?: InputMaybe<Scalars['String']['input']>;
  lastClass?: InputMaybe<Scalars['String']['input']>;
  lastSchoolAttended?: InputMaybe<Scalars['String']['input']>;
  loginEmail?: InputMaybe<Scalars['String']['input']>;
  motherName?: InputMaybe<Scalars['String']['input']>;
  motherOccupation?: InputMaybe<Scalars['String']['input']>;
  motherQualification?: InputMaybe<Scalars['String']['input']>;
  motherTongue?: InputMaybe<Scalars['String']['input']>;
  muman?: InputMaybe<Scalars['String']['input']>;
  name: Scalars['String']['input'];
  orphan?: InputMaybe<Scalars['String']['input']>;
  penNumber?: InputMaybe<Scalars['String']['input']>;
  phone: Scalars['String']['input'];
  phones?: InputMaybe<Scalars['String']['input']>;
  registerNo?: InputMaybe<Scalars['String']['input']>;
  religion?: InputMaybe<Scalars['String']['input']>;
  rfid?: InputMaybe<Scalars['String']['input']>;
  roll: Scalars['String']['input'];
  saralId?: InputMaybe<Scalars['String']['input']>;
  section: Scalars['String']['input'];
  sibling?: InputMaybe<Scalars['String']['input']>;
  singleParent?: InputMaybe<Scalars['String']['input']>;
  state?: InputMaybe<Scalars['String']['input']>;
  subCaste?: InputMaybe<Scalars['String']['input']>;
  surname?: InputMaybe<Scalars['String']['input']>;
  taluka?: InputMaybe<Scalars['String']['input']>;
  uidNo?: InputMaybe<Scalars['String']['input']>;
  weight?: InputMaybe<Scalars['String']['input']>;
};

export type StudentPhoto = {
  id: Scalars['ID']['input'];
  photoFile: Scalars['String']['input'];
};

export type StudentPromotion = {
  feeCategories: Scalars['Boolean']['input'];
  key: Scalars['String']['input'];
  moves: Array<StudentPromotionPlanMoves>;
  rolls: PromotedRolls;
  termId: Scalars['ID']['input'];
  toTermId: Scalars['ID']['input'];
};

export type StudentPromotionPlan = {
  feeCategories: Scalars['Boolean']['input'];
  moves: Array<StudentPromotionPlanMoves>;
  rolls: PromotedRolls;
  termId: Scalars['ID']['input'];
  toTermId: Scalars['ID']['input'];
};

export type StudentPromotionPlanMoves = {
  sectionId: Scalars['ID']['input'];
  stayingIds: Array<Scalars['ID']['input']>;
  targetSectionId: Scalars['ID']['input'];
};

export type StudentSort =
  | 'NAME'
  | 'PHONE'
  | 'REGISTER_NO'
  | 'ROLL'
  | 'SECTION';

export type StudentUpdate = {
  aadharFile?: InputMaybe<Scalars['String']['input']>;
  aadharNumber?: InputMaybe<Scalars['String']['input']>;
  aapar?: InputMaybe<Scalars['Boolean']['input']>;
  aaparId?: InputMaybe<Scalars['String']['input']>;
  address?: InputMaybe<Scalars['String']['input']>;
  admitInClass?: InputMaybe<Scalars['String']['input']>;
  birthPlace?: InputMaybe<Scalars['String']['input']>;
  birthdate?: InputMaybe<Scalars['String']['input']>;
  bloodgroup?: InputMaybe<Scalars['String']['input']>;
  caste?: InputMaybe<Scalars['String']['input']>;
  colony?: InputMaybe<Scalars['String']['input']>;
  country?: InputMaybe<Scalars['String']['input']>;
  dateOfAdmission?: InputMaybe<Scalars['String']['input']>;
  dist?: InputMaybe<Scalars['String']['input']>;
  distance?: InputMaybe<Scalars['String']['input']>;
  dobInWords?: InputMaybe<Scalars['String']['input']>;
  email?: InputMaybe<Scalars['String']['input']>;
  fatherName?: InputMaybe<Scalars['String']['input']>;
  fatherOccupation?: InputMaybe<Scalars['String']['input']>;
  fatherQualification?: InputMaybe<Scalars['String']['input']>;
  firstName?: InputMaybe<Scalars['String']['input']>;
  gender?: InputMaybe<Gender>;
  guardian?: InputMaybe<Scalars['String']['input']>;
  handicap?: InputMaybe<Scalars['String']['input']>;
  height?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  lastClass?: InputMaybe<Scalars['String']['input']>;
  lastSchoolAttended?: InputMaybe<Scalars['String']['input']>;
  loginEmail?: InputMaybe<Scalars['String']['input']>;
  motherName?: InputMaybe<Scalars['String']['input']>;
  motherOccupation?: InputMaybe<Scalars['String']['input']>;
  motherQualification?: InputMaybe<Scalars['String']['input']>;
  motherTongue?: InputMaybe<Scalars['String']['input']>;
  muman?: InputMaybe<Scalars['String']['input']>;
  name: Scalars['String']['input'];
  orphan?: InputMaybe<Scalars['Boolean']['input']>;
  penNumber?: InputMaybe<Scalars['String']['input']>;
  phone: Scalars['String']['input'];
  phones?: InputMaybe<Scalars['String']['input']>;
  photoFile?: InputMaybe<Scalars['String']['input']>;
  qrcode?: InputMaybe<Scalars['String']['input']>;
  registerNo?: InputMaybe<Scalars['String']['input']>;
  religion?: InputMaybe<Scalars['String']['input']>;
  rfid?: InputMaybe<Scalars['String']['input']>;
  roll: Scalars['String']['input'];
  saralId?: InputMaybe<Scalars['String']['input']>;
  section: Scalars['String']['input'];
  sibling?: InputMaybe<Scalars['String']['input']>;
  singleParent?: InputMaybe<Scalars['Boolean']['input']>;
  state?: InputMaybe<Scalars['String']['input']>;
  subCaste?: InputMaybe<Scalars['String']['input']>;
  surname?: InputMaybe<Scalars['String']['input']>;
  taluka?: InputMaybe<Scalars['String']['input']>;
  termId: Scalars['ID']['input'];
  uidNo?: InputMaybe<Scalars['String']['input']>;
  weight?: InputMaybe<Scalars['String']['input']>;
};

export type StudentYearView = {
  studentId: Scalars['ID']['input'];
  termId: Scalars['ID']['input'];
};

export type StudentsOfTerm = {
  termId: Scalars['ID']['input'];
};

export type StudentsView = {
  classId?: InputMaybe<Scalars['ID']['input']>;
  descending?: InputMaybe<Scalars['Boolean']['input']>;
  disabled?: InputMaybe<Scalars['Boolean']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  pageSize?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  sectionId?: InputMaybe<Scalars['ID']['input']>;
  sort?: InputMaybe<StudentSort>;
  termId: Scalars['ID']['input'];
};

export type SubjectForm = {
  name: Scalars['String']['input'];
  sectionId: Scalars['ID']['input'];
  sr: Scalars['Int']['input'];
  teacherIds: Array<Scalars['ID']['input']>;
  timetable?: InputMaybe<Array<SubjectFormTimetable>>;
};

export type SubjectFormTimetable = {
  day: Scalars['Int']['input'];
  end: Scalars['String']['input'];
  start: Scalars['String']['input'];
};

export type SubjectUpdate = {
  id: Scalars['ID']['input'];
  name: Scalars['String']['input'];
  sr: Scalars['Int']['input'];
  teacherIds: Array<Scalars['ID']['input']>;
  timetable: Array<SubjectFormTimetable>;
};

export type SurplusOutcome =
  | 'COLLECTED'
  | 'REFUNDED';

export type TeachableOf = {
  termId: Scalars['ID']['input'];
};

export type TeacherImport = {
  key?: InputMaybe<Scalars['String']['input']>;
  rows: Array<TeacherImportRows>;
};

export type TeacherImportRows = {
  email: Scalars['String']['input'];
  name: Scalars['String']['input'];
  phone: Scalars['String']['input'];
};

export type TemplateChannel =
  | 'SMS'
  | 'WHATSAPP';

export type TermForm = {
  name: Scalars['String']['input'];
};

export type TermRename = {
  id: Scalars['ID']['input'];
  name: Scalars['String']['input'];
};

export type UploadRequest = {
  contentType: Scalars['String']['input'];
  purpose: Scalars['String']['input'];
  size: Scalars['Int']['input'];
};

export type UserDisabled = {
  disabled: Scalars['Boolean']['input'];
  id: Scalars['ID']['input'];
};

export type UserPassword = {
  id: Scalars['ID']['input'];
  password: Scalars['String']['input'];
};

export type UserPhoto = {
  id: Scalars['ID']['input'];
  photoFile: Scalars['String']['input'];
};

export type UserUpdate = {
  classIds: Array<Scalars['ID']['input']>;
  email: Scalars['String']['input'];
  id: Scalars['ID']['input'];
  name: Scalars['String']['input'];
  phone: Scalars['String']['input'];
  photoFile?: InputMaybe<Scalars['String']['input']>;
  role: AssignableRole;
  zoomId: Scalars['String']['input'];
  zoomLink: Scalars['String']['input'];
  zoomPassword: Scalars['String']['input'];
};
