import type { ImportColumn } from '#shared/importColumns.ts'
import { phoneOrDefault, normalizePhone, normalizePhones } from '#shared/phones.ts'
import { t } from '#shared/texts.ts'
import { studentFieldNames, studentFields } from './students.fields.ts'

/** Other headers that schools use for a column in their own files. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  roll: ['roll_no', 'roll_number'],
  class: ['class_name', 'standard', 'std'],
  section: ['section_name', 'division', 'div'],
  name: ['student_name', 'full_name'],
  phone: ['mobile', 'mobile_no', 'phone_number', 'contact'],
  registerNo: ['reg_no', 'gr_no', 'general_register_no', 'register_number'],
  birthdate: ['dob', 'date_of_birth', 'birth_date'],
  gender: ['sex'],
  loginEmail: ['login', 'username'],
  aadharNumber: ['aadhar', 'aadhaar', 'aadhaar_number', 'aadhar_no'],
  dist: ['district'],
  penNumber: ['pen'],
  aaparId: ['apaar_id', 'apaar'],
  // The English names on the screen, where they differ from the key: a screen in another language has other names.
  phones: ['other_phones'],
  dobInWords: ['birthdate_in_words'],
  language: ["family's_language", 'message_language'],
  fatherName: ["father's_name"],
  fatherOccupation: ["father's_occupation"],
  fatherQualification: ["father's_qualification"],
  motherName: ["mother's_name"],
  motherOccupation: ["mother's_occupation"],
  motherQualification: ["mother's_qualification"],
  distance: ['distance_to_school'],
  admitInClass: ['admitted_in_class'],
  aapar: ['apaar_given'],
  nameAsAadhaar: ['name_as_in_aadhaar', 'name_as_per_aadhar', 'name_as_per_aadhaar'],
  apaarConsent: ['consent_to_apaar'],
  pincode: ['pin_code', 'pin'],
  bpl: ['below_poverty_line_(bpl)', 'below_poverty_line'],
  aay: ['antyodaya_(aay)', 'antyodaya'],
  ews: ['ews_or_disadvantaged_group'],
  cwsn: ['special_needs_(cwsn)'],
  impairments: ['kind_of_impairment', 'impairment_type'],
  outOfSchool: ['was_out_of_school'],
  previousStatus: ['last_year:_where_the_student_studied'],
  previousClass: ['last_year:_class'],
  examAppeared: ['last_year:_took_the_examination'],
  previousResult: ['last_year:_result'],
  previousMarks: ['last_year:_marks_in_per_cent'],
  previousDays: ['last_year:_days_attended'],
}

const repairs: Readonly<Record<string, (cell: string) => string>> = { phone: normalizePhone, phones: normalizePhones }

/** @param label returns the name on the screen, in its language */
function column(key: string, label: () => string, required = false, repair = repairs[key]): ImportColumn {
  return {
    key,
    get label() {
      return label()
    },
    required,
    ...(repair && { repair }),
    ...(aliases[key] && { aliases: aliases[key] }),
  }
}

const plain: readonly ImportColumn[] = [
  column('gender', () => t`Gender`),
  column('loginEmail', () => t`Login email`),
  column('aadharNumber', () => t`Aadhaar number`),
  ...studentFieldNames.map((field) => column(field, () => studentFields[field].label)),
]

/** The columns of StudentTemplate.csv: five are required (specification, section 5). */
export const importColumns: readonly ImportColumn[] = [
  column('roll', () => t`Roll`, true),
  column('class', () => t`Class`, true),
  column('section', () => t`Section`, true),
  column('name', () => t`Name`, true),
  column('phone', () => t`Phone`, true),
  ...plain,
]

/**
 * The columns of a Bulk Edit file. None is required here: `checkRow` reports a missing cell with the specification's
 * message.
 */
export const editColumns: readonly ImportColumn[] = [
  column('action', () => t`Action`),
  column('id', () => t`Id`),
  column('term', () => t`Term`),
  column('roll', () => t`Roll`),
  column('class', () => t`Class`),
  column('section', () => t`Section`),
  column('name', () => t`Name`),
  column('phone', () => t`Phone`, false, phoneOrDefault),
  ...plain,
]
