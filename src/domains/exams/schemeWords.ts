import type { Language } from '#shared/languages.ts'

type Other = Readonly<Record<Exclude<Language, 'en'>, string>>

/**
 * The words of the ready schemes in the other languages: parts, components, grades and their meanings. A card says them
 * in its own language. What a school has written instead is printed as it is, like the names of subjects.
 */
const words: Readonly<Record<string, Other>> = {
  'Term 1': { hi: 'टर्म 1', mr: 'सत्र 1' },
  'Term 2': { hi: 'टर्म 2', mr: 'सत्र 2' },
  Year: { hi: 'वर्ष', mr: 'वर्ष' },
  'First semester': { hi: 'प्रथम सत्र', mr: 'प्रथम सत्र' },
  'Second semester': { hi: 'द्वितीय सत्र', mr: 'द्वितीय सत्र' },
  'Unit tests and year’s work': { hi: 'इकाई परीक्षाएँ और वर्ष भर का कार्य', mr: 'घटक चाचण्या व वर्षभराचे काम' },
  'Year’s work': { hi: 'वर्ष भर का कार्य', mr: 'वर्षभराचे काम' },
  Level: { hi: 'स्तर', mr: 'स्तर' },
  Grade: { hi: 'ग्रेड', mr: 'श्रेणी' },
  'Periodic test': { hi: 'आवधिक परीक्षा', mr: 'नियतकालिक चाचणी' },
  Notebook: { hi: 'अभ्यास पुस्तिका', mr: 'वही' },
  'Subject enrichment': { hi: 'विषय संवर्धन', mr: 'विषय समृद्धी' },
  'Half-yearly examination': { hi: 'अर्धवार्षिक परीक्षा', mr: 'सहामाही परीक्षा' },
  'Annual examination': { hi: 'वार्षिक परीक्षा', mr: 'वार्षिक परीक्षा' },
  'Yearly examination': { hi: 'वार्षिक परीक्षा', mr: 'वार्षिक परीक्षा' },
  'Multiple assessment': { hi: 'बहुविध आकलन', mr: 'बहुविध मूल्यमापन' },
  Portfolio: { hi: 'पोर्टफ़ोलियो', mr: 'संचिका' },
  Theory: { hi: 'सैद्धांतिक', mr: 'तात्त्विक' },
  Practical: { hi: 'प्रायोगिक', mr: 'प्रात्यक्षिक' },
  'Formative evaluation': { hi: 'रचनात्मक मूल्यांकन', mr: 'आकारिक मूल्यमापन' },
  'Summative evaluation': { hi: 'योगात्मक मूल्यांकन', mr: 'संकलित मूल्यमापन' },
  Written: { hi: 'लिखित', mr: 'लेखी' },
  Oral: { hi: 'मौखिक', mr: 'तोंडी' },
  Internal: { hi: 'आंतरिक', mr: 'अंतर्गत' },
  'First unit test': { hi: 'प्रथम इकाई परीक्षा', mr: 'पहिली घटक चाचणी' },
  'Second unit test': { hi: 'द्वितीय इकाई परीक्षा', mr: 'दुसरी घटक चाचणी' },
  Assignments: { hi: 'प्रदत्त कार्य', mr: 'स्वाध्याय' },
  'Composition and application': { hi: 'रचना और अनुप्रयोग', mr: 'लेखन व उपयोजन' },
  Proficient: { hi: 'दक्ष', mr: 'प्रवीण' },
  Progressing: { hi: 'प्रगतिशील', mr: 'प्रगतिशील' },
  Beginner: { hi: 'आरंभिक', mr: 'प्रारंभिक' },
  Distinction: { hi: 'विशेष योग्यता', mr: 'विशेष प्रावीण्य' },
  First: { hi: 'प्रथम', mr: 'प्रथम' },
  Second: { hi: 'द्वितीय', mr: 'द्वितीय' },
  Pass: { hi: 'उत्तीर्ण', mr: 'उत्तीर्ण' },
  Fail: { hi: 'अनुत्तीर्ण', mr: 'अनुत्तीर्ण' },
  Outstanding: { hi: 'उत्कृष्ट', mr: 'उत्कृष्ट' },
  Excellent: { hi: 'श्रेष्ठ', mr: 'अतिउत्तम' },
  'Very good': { hi: 'बहुत अच्छा', mr: 'उत्तम' },
  Good: { hi: 'अच्छा', mr: 'चांगले' },
  Fair: { hi: 'सामान्य', mr: 'बरे' },
  'Scope for improvement': { hi: 'सुधार की गुंजाइश', mr: 'सुधारणेस वाव' },
  'Needs improvement': { hi: 'सुधार आवश्यक', mr: 'सुधारणा आवश्यक' },
  'Meets the target competency without support': {
    hi: 'लक्षित दक्षता बिना सहायता के प्राप्त',
    mr: 'अपेक्षित क्षमता मदतीशिवाय साध्य',
  },
  'Meets a part of the target competency, with occasional support': {
    hi: 'लक्षित दक्षता का कुछ भाग कभी-कभी सहायता से प्राप्त',
    mr: 'अपेक्षित क्षमतेचा काही भाग अधूनमधून मदतीने साध्य',
  },
  'At the beginning of the target competency, with a great deal of support': {
    hi: 'लक्षित दक्षता के आरंभ में, बहुत सहायता के साथ',
    mr: 'अपेक्षित क्षमतेच्या सुरुवातीला, बऱ्याच मदतीने',
  },
}

/** Returns a word of a scheme in a language; the word itself where it is the school's own. */
export function schemeWord(word: string, language: Language): string {
  if (language === 'en' || !Object.hasOwn(words, word)) return word
  return words[word]?.[language] ?? word
}
