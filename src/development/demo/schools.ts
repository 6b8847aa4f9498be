import type { LateFeeRule } from '#domains/fees/lateFee.rules.ts'
import type { Paise } from '#shared/money.ts'
import type { Role } from '#shared/roles.ts'

/** A fee of a category; with `months` 'ALL' there is one for each month of the school year. */
export interface DemoFee {
  name: string
  slug: string
  /** Null for an amount that is not fixed. */
  amount: Paise | null
  months?: readonly string[] | 'ALL'
}

export interface DemoFeeCategory {
  name: string
  /** The name of the bank account that receives the money. */
  account?: string
  fees: readonly DemoFee[]
  /** The classes whose students pay it by rule; all classes if absent. */
  classes?: readonly string[]
  /** Given by hand, to every n-th student. */
  every?: number
  lateFee?: LateFeeRule
}

/** The definition of a demo school. Students are spread evenly over classes and sections. */
export interface DemoSchool {
  settings: { name: string; adminPhone: string } & Record<string, string | number | boolean | number[]>
  domain: string
  registerPrefix: string
  people: readonly { name: string; email: string; role: Role }[]
  studentLogin?: string
  teachers: number
  classes: readonly string[]
  sections: readonly string[]
  subjects: readonly string[]
  students: number
  /** Number of students who have left with a certificate. */
  leaving: number
  buses: readonly string[]
  bankAccounts: readonly { name: string; accNumber: string; ifsc: string }[]
  feeCategories: readonly DemoFeeCategory[]
  /** Monthly expenses: the smallest and largest amount of each. */
  expenses: readonly { category: string; days: readonly number[]; from: Paise; to: Paise; comment: string }[]
}

export const gurukul: DemoSchool = {
  settings: {
    name: 'Gurukul Vidyalaya',
    description: 'Kothrud, Pune',
    adminPhone: '9822012345',
    discountLimitShare: 1000,
    senderId: 'GURUKL',
    accentColor: '#0b6e4f',
    attType: 'DAILY',
    defaultMins: 40,
    displayMins: [30, 40, 60],
    showRegisterNo: true,
    manySchoolNames: true,
    feesModule: true,
    onlineFees: true,
    feesDate: 5,
    multipleAccounts: true,
    studentEmail: '{register_no}@gurukul.test',
    qrcode: true,
    liveLecture: true,
    chat: true,
    attNotification: true,
    buses: true,
    rfid: true,
    discipline: true,
    exams: true,
    weeklySms: true,
    weeklySmsDay: 6,
    weeklySmsTime: '17:00',
    timetableSummary: true,
    receiptPrefix: 'GV/',
    upiAddress: 'gurukul.vidyalaya@sbi',
    whatsapp: true,
    dltEntityId: '1101456780000012345',
    village: 'Kothrud',
    taluka: 'Haveli',
    dist: 'Pune',
    state: 'Maharashtra',
    email: 'office@gurukul.test',
    recognitionNo: 'PNE/SEC/1948/112',
    udise: '27251012345',
    medium: 'English',
    affiliationNo: '11.04.112',
    board: 'Maharashtra State Board, Pune',
  },
  domain: 'gurukul.test',
  registerPrefix: 'G',
  people: [
    { name: 'Vasant Kulkarni', email: 'admin@shala.test', role: 'ADMIN' },
    { name: 'Shubhangi More', email: 'fees@shala.test', role: 'FEES' },
    { name: 'Meera Joshi', email: 'teacher@shala.test', role: 'TEACHER' },
    { name: 'Ganpat Shinde', email: 'attendant@shala.test', role: 'ATTENDANT' },
  ],
  studentLogin: 'student@shala.test',
  teachers: 24,
  classes: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
  sections: ['A', 'B'],
  subjects: ['Marathi', 'English', 'Mathematics', 'Science'],
  students: 600,
  leaving: 2,
  buses: ['MH 12 QW 4101', 'MH 12 QW 4102', 'MH 12 QW 4103'],
  bankAccounts: [
    { name: 'School Account', accNumber: '30214567890', ifsc: 'SBIN0001110' },
    { name: 'Transport Account', accNumber: '60118822034', ifsc: 'MAHB0000456' },
  ],
  feeCategories: [
    {
      name: 'Tuition Fees 1 to 5',
      account: 'School Account',
      classes: ['1', '2', '3', '4', '5'],
      fees: [{ name: 'Tuition', slug: 'tuition', amount: 250_000, months: 'ALL' }],
    },
    {
      name: 'Tuition Fees 6 to 10',
      account: 'School Account',
      classes: ['6', '7', '8', '9', '10'],
      lateFee: { kind: 'FLAT', amount: 5000, graceDays: 10, max: null },
      fees: [{ name: 'Tuition', slug: 'tuition', amount: 300_000, months: 'ALL' }],
    },
    {
      name: 'Exam and Activity',
      account: 'School Account',
      fees: [
        { name: 'Library', slug: 'library', amount: 30_000 },
        { name: 'First Term Exam', slug: 'first-term-exam', amount: 45_000 },
        { name: 'Second Term Exam', slug: 'second-term-exam', amount: 45_000 },
        { name: 'Annual Day', slug: 'annual-day', amount: 62_550 },
        { name: 'Donation', slug: 'donation', amount: null },
      ],
    },
    {
      name: 'Bus',
      account: 'Transport Account',
      every: 3,
      fees: [
        {
          name: 'Bus',
          slug: 'bus',
          amount: 130_000,
          months: ['JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC', 'JAN', 'FEB', 'MAR'],
        },
      ],
    },
  ],
  expenses: [
    { category: 'Salaries', days: [1], from: 98_500_000, to: 101_000_000, comment: 'Salaries of the month' },
    { category: 'Electricity and Water', days: [10], from: 1_850_000, to: 2_640_000, comment: 'Bill of MSEDCL' },
    { category: 'Bus Fuel', days: [4, 11, 18, 25], from: 620_000, to: 890_000, comment: 'Diesel' },
    { category: 'Stationery', days: [6, 16, 27], from: 45_000, to: 380_050, comment: '' },
    { category: 'Repairs', days: [13], from: 90_000, to: 940_000, comment: 'Benches and fans' },
    { category: 'Housekeeping', days: [3, 17], from: 150_000, to: 260_000, comment: 'Cleaning materials' },
  ],
}

export const college: DemoSchool = {
  settings: {
    name: 'Sahyadri Junior College',
    description: 'Satara',
    adminPhone: '9822054321',
    senderId: 'SAHYAD',
    accentColor: '#7a3e9d',
    attType: 'SUBJECTWISE',
    defaultMins: 60,
    displayMins: [45, 60],
    breakdownLectures: true,
    subjectwiseSmsTime: '16:30',
    timetableSummary: true,
    dltEntityId: '1101456780000067890',
    feesModule: true,
    liveLecture: true,
    studentEmail: '{register_no}@sahyadri.test',
    village: 'Satara',
    taluka: 'Satara',
    dist: 'Satara',
    state: 'Maharashtra',
    email: 'office@sahyadri.test',
    udise: '27311067890',
    medium: 'English',
    board: 'Maharashtra State Board, Kolhapur',
  },
  domain: 'sahyadri.test',
  registerPrefix: 'S',
  people: [
    { name: 'Nirmala Pawar', email: 'admin@sahyadri.test', role: 'ADMIN' },
    { name: 'Thomas Fernandes', email: 'teacher@sahyadri.test', role: 'TEACHER' },
  ],
  teachers: 10,
  classes: ['11', '12'],
  sections: ['Science', 'Commerce'],
  subjects: ['English', 'Mathematics', 'Physics', 'Chemistry', 'Accounts'],
  students: 200,
  leaving: 0,
  buses: [],
  bankAccounts: [],
  feeCategories: [
    { name: 'Tuition Fees', fees: [{ name: 'Tuition', slug: 'tuition', amount: 250_000, months: 'ALL' }] },
    {
      name: 'Board and Laboratory',
      classes: ['12'],
      fees: [
        { name: 'Laboratory', slug: 'laboratory', amount: 350_000 },
        { name: 'Board Exam', slug: 'board-exam', amount: 129_900 },
        { name: 'Donation', slug: 'donation', amount: null },
      ],
    },
    { name: 'Admission', classes: ['11'], fees: [{ name: 'Admission', slug: 'admission', amount: 500_000 }] },
  ],
  expenses: [
    { category: 'Salaries', days: [1], from: 33_000_000, to: 34_500_000, comment: 'Salaries of the month' },
    { category: 'Laboratory', days: [8, 22], from: 120_000, to: 780_000, comment: 'Chemicals and glass' },
    { category: 'Office', days: [5, 15, 25], from: 35_000, to: 240_075, comment: '' },
  ],
}
