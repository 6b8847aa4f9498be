import type { FormatDoc } from '../format.schema.ts'
import { cell, heading, numbered, p, type ReadyFormat, table } from './build.ts'

/** Returns words of the form; sentences have a line for each language. */
type Say = (marathi: string, english: string, between?: '\n') => string

/**
 * The form of {@link maharashtra} in Marathi, as the resolution prints it. The first note is that of the Secondary
 * Schools Code (appendix four), the last one that of the resolution.
 */
function leavingCertificate(say: Say, birthdateInWords: string): FormatDoc {
  return {
    type: 'doc',
    content: [
      table(
        [
          [
            cell('[logo]', 110, 'center'),
            cell(
              [
                heading(2, '{{schoolName}}'),
                p(
                  `${say('गाव', 'Village')}: **{{schoolVillage}}**, ${say('तालुका', 'Taluka')}: **{{schoolTaluka}}**, ${say('जिल्हा', 'District')}: **{{schoolDist}}**`,
                  'center',
                ),
                p(`${say('दूरध्वनी', 'Phone')}: **{{schoolPhone}}**   ${say('ई-मेल', 'E-mail')}: **{{schoolEmail}}**`, 'center'),
                p(`${say('मान्यता क्र.', 'Recognition no.')}: **{{recognitionNo}}**`, 'center'),
                p(`${say('यु-डायस क्र.', 'UDISE no.')}: **{{udise}}**   ${say('माध्यम', 'Medium')}: **{{medium}}**`, 'center'),
                p(
                  `${say('मंडळ', 'Board')}: **{{board}}**   ${say('संलग्नता क्र.', 'Affiliation no.')}: **{{affiliationNo}}**`,
                  'center',
                ),
              ],
              498,
            ),
            cell('[qr]', 110, 'center'),
          ],
        ],
        true,
      ),
      heading(1, say('शाळा सोडल्याचा दाखला', 'Leaving Certificate')),
      p(
        say(
          'हा दाखला देणाऱ्या अधिकाऱ्याशिवाय कोणीही दाखल्यातील कोणत्याही नोंदीत बदल करू नये.',
          'No change in any entry in this certificate shall be made except by the authority issuing it.',
          '\n',
        ),
        'center',
      ),
      p('[duplicate]', 'center'),
      table(
        [
          [
            cell(`${say('दाखला क्र.', 'Serial no.')}: **{{serialNo}}**`, 200),
            cell(`${say('जनरल रजिस्टर क्र.', 'Register no.')}: **{{registerNo}}**`, 330, 'center'),
            cell(`${say('पुस्तक क्र.', 'Book no.')}: **{{bookNo}}**`, 188, 'right'),
          ],
        ],
        true,
      ),
      numbered([
        [say('विद्यार्थी ओळख क्र. (स्टुडंट आयडी)', 'Student id'), '{{saralId|19}}'],
        [say('आधार क्र. (यूआयडी)', 'Aadhaar no.'), '**{{aadhaar}}**'],
        [say('विद्यार्थ्याचे संपूर्ण नाव', 'Full name of the student'), '**{{studentName}}**'],
        [say('वडिलांचे नाव', "Father's name"), '**{{fatherName}}**'],
        [say('आईचे नाव', "Mother's name"), '**{{motherName}}**'],
        [say('राष्ट्रीयत्व, मातृभाषा', 'Nationality, mother tongue'), '**{{nationality}}**, **{{motherTongue}}**'],
        [say('धर्म, जात, पोटजात', 'Religion, caste, sub-caste'), '**{{religion}}**, **{{caste}}**, **{{subCaste}}**'],
        [
          say('जन्मस्थळ (गाव / शहर), तालुका, जिल्हा, राज्य, देश', 'Birthplace, taluka, district, state, country'),
          '**{{birthPlace}}**, **{{birthTaluka}}**, **{{birthDist}}**, **{{birthState}}**, **{{birthCountry}}**',
        ],
        [say('इ. सनाप्रमाणे जन्मतारीख, अंकी', 'Birth date, in figures'), '**{{birthdate}}**'],
        [say('जन्मतारीख, अक्षरी', 'Birth date, in words'), birthdateInWords],
        [say('यापूर्वीची शाळा व इयत्ता', 'Previous school'), '**{{lastSchoolAttended}}**, **{{lastClass}}**'],
        [
          say('या शाळेत प्रवेश घेतल्याची तारीख व इयत्ता', 'Date of admission, and standard'),
          '**{{dateOfAdmission}}**, **{{admitInClass}}**',
        ],
        [say('अभ्यासातील प्रगती', 'Progress in studies'), '**{{progress}}**'],
        [say('वर्तणूक', 'Conduct'), '**{{conduct}}**'],
        [say('शाळा सोडल्याची तारीख', 'Date of leaving'), '**{{leavingDate}}**'],
        [say('कोणत्या इयत्तेत शिकत होता / होती व केव्हापासून', 'Standard, and since when'), '**{{className}}**, **{{classSince}}**'],
        [say('शाळा सोडण्याचे कारण', 'Reason for leaving'), '**{{reason}}**'],
        [say('शेरा', 'Remarks'), '**{{remarks}}**'],
      ]),
      p(
        say(
          'दाखला देण्यात येतो की, वरील माहिती शाळेतील जनरल रजिस्टर नं. 1 प्रमाणे आहे.',
          'Certified that the above information is in accordance with the school’s General Register no. 1.',
          '\n',
        ),
      ),
      p(`${say('तारीख', 'Date')}: **{{issueDate}}**`),
      table(
        [
          [
            cell(`\n\n${say('वर्गशिक्षक', 'Class teacher')}`, 239, 'center'),
            cell(`\n\n${say('लेखनिक', 'Clerk')}`, 239, 'center'),
            cell(`[signature]\n${say('मुख्याध्यापक', 'Head of the school')}`, 240, 'center'),
          ],
        ],
        true,
      ),
      p(
        say(
          'टीप: शाळा सोडल्याच्या दाखल्यामध्ये अनधिकृतरीत्या बदल केल्यास संबंधितावर कायदेशीर कारवाई करण्यात येईल.',
          'Note: whoever changes this certificate without authority is liable to legal action.',
          '\n',
        ),
      ),
    ],
  }
}

/** Marathi with English beside it, and the birth date in the words of both. */
export const maharashtraBilingual: ReadyFormat = {
  key: 'maharashtraBilingual',
  name: 'Maharashtra: शाळा सोडल्याचा दाखला / Leaving Certificate (Marathi and English)',
  format: leavingCertificate(
    (marathi, english, between) => `${marathi}${between ?? ' / '}${english}`,
    '**{{birthdateInMarathi}}**\n**{{birthdateInWords}}**',
  ),
}

export const maharashtraMarathi: ReadyFormat = {
  key: 'maharashtraMarathi',
  name: 'Maharashtra: शाळा सोडल्याचा दाखला (Marathi)',
  format: leavingCertificate((marathi) => marathi, '**{{birthdateInMarathi}}**'),
}
