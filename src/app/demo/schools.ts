import type { Role } from '../../shared/roles.ts'

/** What makes one demo school; students are spread evenly over classes × sections. */
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
  buses: readonly string[]
}

export const gurukul: DemoSchool = {
  settings: {
    ...{
      name: 'Gurukul Vidyalaya',
      description: 'Kothrud, Pune',
      adminPhone: '9822012345',
      senderId: 'GURUKL',
      accentColor: '#0b6e4f',
    },
    ...{ attType: 'DAILY', defaultMins: 40, displayMins: [30, 40, 60], showRegisterNo: true, manySchoolNames: true },
    ...{ feesModule: true, onlineFees: true, feesDate: 5, multipleAccounts: true, studentEmail: '{register_no}@gurukul.test' },
    ...{ qrcode: true, liveLecture: true, chat: true, attNotification: true, buses: true, rfid: true, discipline: true },
    ...{ weeklySms: true, weeklySmsDay: 6, weeklySmsTime: '17:00', timetableSummary: true },
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
  buses: ['MH 12 QW 4101', 'MH 12 QW 4102', 'MH 12 QW 4103'],
}

export const college: DemoSchool = {
  settings: {
    ...{
      name: 'Sahyadri Junior College',
      description: 'Satara',
      adminPhone: '9822054321',
      senderId: 'SAHYAD',
      accentColor: '#7a3e9d',
    },
    ...{ attType: 'SUBJECTWISE', defaultMins: 60, displayMins: [45, 60], breakdownLectures: true, subjectwiseSmsTime: '16:30' },
    ...{ feesModule: true, liveLecture: true, studentEmail: '{register_no}@sahyadri.test' },
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
  buses: [],
}
