import { cell, heading, numbered, p, type ReadyFormat, table } from './build.ts'

/** The uniform form of Maharashtra's School Education Department (government resolution of 19 September 2016). */
export const maharashtra: ReadyFormat = {
  key: 'maharashtra',
  name: 'Maharashtra: Leaving Certificate (GR of 19 September 2016)',
  format: {
    type: 'doc',
    content: [
      table(
        [
          [
            cell('[logo]', 110, 'center'),
            cell(
              [
                heading(2, '{{schoolName}}'),
                p('Village / town: **{{schoolVillage}}**, Taluka: **{{schoolTaluka}}**, District: **{{schoolDist}}**', 'center'),
                p('Phone: **{{schoolPhone}}**   E-mail: **{{schoolEmail}}**', 'center'),
                p('Recognition no.: **{{recognitionNo}}**   Affiliation no.: **{{affiliationNo}}**', 'center'),
                p('UDISE no.: **{{udise}}**   Medium: **{{medium}}**', 'center'),
                p('Board: **{{board}}**', 'center'),
              ],
              498,
            ),
            cell('[qr]', 110, 'center'),
          ],
        ],
        true,
      ),
      heading(1, 'LEAVING CERTIFICATE'),
      p('शाळा सोडल्याचा दाखला', 'center'),
      p('[duplicate]', 'center'),
      table(
        [
          [
            cell('Serial no.: **{{serialNo}}**', 240),
            cell('General Register no.: **{{registerNo}}**', 240),
            cell('Book no.: **{{bookNo}}**', 238, 'right'),
          ],
        ],
        true,
      ),
      numbered([
        ['Student id', '{{saralId|19}}'],
        ['Aadhaar no.', '**{{aadhaar}}**'],
        ['Name of the student', '**{{firstName}}**'],
        ["Father's name", '**{{fatherName}}**'],
        ['Surname', '**{{surname}}**'],
        ["Mother's name", '**{{motherName}}**'],
        ['Nationality / mother tongue', '**{{nationality}}** / **{{motherTongue}}**'],
        ['Religion / caste / sub-caste', '**{{religion}}** / **{{caste}}** / **{{subCaste}}**'],
        [
          'Birthplace (village / town), taluka, district, state, country',
          '**{{birthPlace}}**, **{{birthTaluka}}**, **{{birthDist}}**, **{{birthState}}**, **{{birthCountry}}**',
        ],
        ['Birth date, in figures', '**{{birthdate}}**'],
        ['Birth date, in words', '**{{birthdateInWords}}**'],
        ['Previous school and standard', '**{{lastSchoolAttended}}**, standard **{{lastClass}}**'],
        ['Date of admission to this school, and standard', '**{{dateOfAdmission}}**, standard **{{admitInClass}}**'],
        ['Progress in studies', '**{{progress}}**'],
        ['Conduct', '**{{conduct}}**'],
        ['Date of leaving the school', '**{{leavingDate}}**'],
        ['Standard in which studying, and since when', '**{{studyingSince}}**'],
        ['Reason for leaving the school', '**{{reason}}**'],
        ['Remarks', '**{{remarks}}**'],
      ]),
      p('Certified that the above information is in accordance with the school’s General Register no. 1.'),
      p('Date: **{{issueDate}}**'),
      table(
        [
          [
            cell('\n\nClass teacher', 239, 'center'),
            cell('\n\nClerk', 239, 'center'),
            cell('[signature]\nHead of the school', 240, 'center'),
          ],
        ],
        true,
      ),
    ],
  },
}
