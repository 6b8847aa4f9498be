import type { Language } from '#shared/languages.ts'

type Other = Readonly<Record<Exclude<Language, 'en'>, string>>

/**
 * The words of the ready schemes in the other languages: names, parts, patterns, components, scales, grades and their
 * meanings, and the areas and statements of holistic cards. Screens and cards say them in their own language. What a
 * school has written instead stands as it is, like the names of subjects.
 */
const words: Readonly<Record<string, Other>> = {
  'CBSE, classes 1 and 2': { hi: 'CBSE, कक्षा 1 और 2', mr: 'CBSE, इयत्ता 1 व 2' },
  'CBSE, classes 3 to 5': { hi: 'CBSE, कक्षा 3 से 5', mr: 'CBSE, इयत्ता 3 ते 5' },
  'CBSE, classes 1 to 5': { hi: 'CBSE, कक्षा 1 से 5', mr: 'CBSE, इयत्ता 1 ते 5' },
  'CBSE, classes 6 to 8': { hi: 'CBSE, कक्षा 6 से 8', mr: 'CBSE, इयत्ता 6 ते 8' },
  'CBSE, classes 9 and 10': { hi: 'CBSE, कक्षा 9 और 10', mr: 'CBSE, इयत्ता 9 व 10' },
  'Maharashtra state board, classes 1 to 8': { hi: 'महाराष्ट्र राज्य बोर्ड, कक्षा 1 से 8', mr: 'महाराष्ट्र राज्य मंडळ, इयत्ता 1 ते 8' },
  'Maharashtra state board, classes 9 and 10': {
    hi: 'महाराष्ट्र राज्य बोर्ड, कक्षा 9 और 10',
    mr: 'महाराष्ट्र राज्य मंडळ, इयत्ता 9 व 10',
  },
  'Term 1': { hi: 'टर्म 1', mr: 'सत्र 1' },
  'Term 2': { hi: 'टर्म 2', mr: 'सत्र 2' },
  Year: { hi: 'वर्ष', mr: 'वर्ष' },
  'First semester': { hi: 'प्रथम सेमेस्टर', mr: 'प्रथम सत्र' },
  'Second semester': { hi: 'द्वितीय सेमेस्टर', mr: 'द्वितीय सत्र' },
  'Unit tests and year’s work': { hi: 'इकाई परीक्षाएँ और वर्ष भर का कार्य', mr: 'घटक चाचण्या व वर्षभराचे काम' },
  'Year’s work': { hi: 'वर्ष भर का कार्य', mr: 'वर्षभराचे काम' },
  'Levels in classes 1 and 2': { hi: 'कक्षा 1 और 2 में स्तर', mr: 'इयत्ता 1 व 2 मधील स्तर' },
  'Marks in classes 3 to 5': { hi: 'कक्षा 3 से 5 में अंक', mr: 'इयत्ता 3 ते 5 मधील गुण' },
  Scholastic: { hi: 'शैक्षिक', mr: 'शालेय विषय' },
  'Co-scholastic': { hi: 'सह-शैक्षिक', mr: 'सहशालेय' },
  'Skill subject': { hi: 'कौशल विषय', mr: 'कौशल्य विषय' },
  'Classes 1 and 2': { hi: 'कक्षा 1 और 2', mr: 'इयत्ता 1 व 2' },
  'Classes 3 and 4': { hi: 'कक्षा 3 और 4', mr: 'इयत्ता 3 व 4' },
  'Class 5': { hi: 'कक्षा 5', mr: 'इयत्ता 5' },
  'Class 6': { hi: 'कक्षा 6', mr: 'इयत्ता 6' },
  'Class 7': { hi: 'कक्षा 7', mr: 'इयत्ता 7' },
  'Class 8': { hi: 'कक्षा 8', mr: 'इयत्ता 8' },
  'Formative alone': { hi: 'केवल रचनात्मक', mr: 'फक्त आकारिक' },
  Language: { hi: 'भाषा', mr: 'भाषा' },
  'Composite language': { hi: 'संयुक्त भाषा', mr: 'संयुक्त भाषा' },
  'Written and internal': { hi: 'लिखित और आंतरिक', mr: 'लेखी व अंतर्गत' },
  'Theory and practical': { hi: 'सैद्धांतिक और प्रायोगिक', mr: 'तात्त्विक व प्रात्यक्षिक' },
  'Grade alone': { hi: 'केवल ग्रेड', mr: 'फक्त श्रेणी' },
  Levels: { hi: 'स्तर', mr: 'स्तर' },
  'Levels of ability': { hi: 'योग्यता के स्तर', mr: 'क्षमतेचे स्तर' },
  'Three points': { hi: 'तीन पॉइंट', mr: 'तीन पॉइंट' },
  'Five points': { hi: 'पाँच पॉइंट', mr: 'पाच पॉइंट' },
  'Four grades': { hi: 'चार ग्रेड', mr: 'चार श्रेणी' },
  'Five grades': { hi: 'पाँच ग्रेड', mr: 'पाच श्रेणी' },
  'Eight grades': { hi: 'आठ ग्रेड', mr: 'आठ श्रेणी' },
  'Nine grades': { hi: 'नौ ग्रेड', mr: 'नऊ श्रेणी' },
  Divisions: { hi: 'डिवीज़न', mr: 'वर्ग' },
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
  Failed: { hi: 'अनुत्तीर्ण', mr: 'अनुत्तीर्ण' },
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
  'Physical development': {
    hi: 'शारीरिक विकास',
    mr: 'शारीरिक विकास',
  },
  'Socio-emotional and ethical development': {
    hi: 'सामाजिक-भावनात्मक व नैतिक विकास',
    mr: 'सामाजिक-भावनिक व नैतिक विकास',
  },
  'Cognitive development': {
    hi: 'संज्ञानात्मक विकास',
    mr: 'बोधात्मक विकास',
  },
  'Language and literacy development': {
    hi: 'भाषा व साक्षरता विकास',
    mr: 'भाषा व साक्षरता विकास',
  },
  'Aesthetic and cultural development': {
    hi: 'सौंदर्यात्मक व सांस्कृतिक विकास',
    mr: 'सौंदर्यदृष्टी व सांस्कृतिक विकास',
  },
  'Positive learning habits': {
    hi: 'सीखने की अच्छी आदतें',
    mr: 'शिकण्याच्या चांगल्या सवयी',
  },
  'Develops habits that keep healthy and safe': {
    hi: 'स्वस्थ और सुरक्षित रहने की आदतें',
    mr: 'निरोगी व सुरक्षित राहण्याच्या सवयी',
  },
  'Develops sharpness in sensory perception': {
    hi: 'इंद्रियों से पहचानने की क्षमता तीक्ष्ण हो रही है',
    mr: 'इंद्रियांनी ओळखण्याची क्षमता तीक्ष्ण होत आहे',
  },
  'Develops a fit and flexible body': {
    hi: 'शरीर स्वस्थ और लचीला बन रहा है',
    mr: 'शरीर तंदुरुस्त व लवचीक होत आहे',
  },
  'Understands and manages own emotions, and responds positively to others': {
    hi: 'अपनी भावनाओं को समझना और सँभालना, तथा दूसरों के प्रति सकारात्मक व्यवहार',
    mr: 'स्वतःच्या भावना समजणे व हाताळणे, तसेच इतरांशी सकारात्मक वागणे',
  },
  'Has a positive attitude towards work and service (seva)': {
    hi: 'काम और सेवा के प्रति सकारात्मक दृष्टिकोण',
    mr: 'काम व सेवा यांबद्दल सकारात्मक दृष्टिकोन',
  },
  'Has a positive regard for the natural environment': {
    hi: 'प्रकृति और पर्यावरण के प्रति आदर',
    mr: 'निसर्ग व पर्यावरणाबद्दल आदर',
  },
  'Makes sense of the world through observation and logical thinking': {
    hi: 'अवलोकन और तर्क से आसपास की दुनिया को समझना',
    mr: 'निरीक्षण व तर्काने भोवतालचे जग समजणे',
  },
  'Understands quantities, shapes and measures': {
    hi: 'मात्रा, आकार और माप की समझ',
    mr: 'संख्या, आकार व मापन यांची समज',
  },
  'Communicates effectively in two languages': {
    hi: 'दो भाषाओं में प्रभावी बातचीत',
    mr: 'दोन भाषांत परिणामकारक संवाद',
  },
  'Reads and writes the first language fluently': {
    hi: 'पहली भाषा में धाराप्रवाह पढ़ना और लिखना',
    mr: 'पहिल्या भाषेत ओघवते वाचन व लेखन',
  },
  'Begins to read and write the second language': {
    hi: 'दूसरी भाषा में पढ़ने और लिखने की शुरुआत',
    mr: 'दुसऱ्या भाषेत वाचन व लेखनाची सुरुवात',
  },
  'Expresses own feelings through visual and performing arts': {
    hi: 'दृश्य और प्रदर्शन कलाओं से अपने भाव व्यक्त करना',
    mr: 'दृश्य व प्रयोगजीवी कलांमधून भावना व्यक्त करणे',
  },
  'Takes an active part in learning in the classroom': {
    hi: 'कक्षा में सीखने में सक्रिय भागीदारी',
    mr: 'वर्गात शिकण्यात सक्रिय सहभाग',
  },
  Mathematics: { hi: 'गणित', mr: 'गणित' },
  'The world around us': { hi: 'हमारे आसपास की दुनिया', mr: 'आपल्या सभोवतालचे जग' },
  Arts: { hi: 'कला', mr: 'कला' },
  'Physical education and well-being': { hi: 'शारीरिक शिक्षा व स्वास्थ्य', mr: 'शारीरिक शिक्षण व आरोग्य' },
  'Tells in own words, and in order, what was heard or read': {
    hi: 'सुनी या पढ़ी बात क्रम से अपने शब्दों में बताना',
    mr: 'ऐकलेले किंवा वाचलेले स्वतःच्या शब्दांत क्रमाने सांगणे',
  },
  'Reads stories and information fluently and says what they mean': {
    hi: 'कहानियाँ और जानकारी धाराप्रवाह पढ़ना और उनका अर्थ बताना',
    mr: 'गोष्टी व माहिती ओघवती वाचणे व त्यांचा अर्थ सांगणे',
  },
  'Writes about own experiences and ideas in connected sentences': {
    hi: 'अपने अनुभव और विचार जुड़े हुए वाक्यों में लिखना',
    mr: 'स्वतःचे अनुभव व विचार सुसंगत वाक्यांत लिहिणे',
  },
  'Understands, speaks, reads and writes simple sentences in the second language': {
    hi: 'दूसरी भाषा के सरल वाक्य समझना, बोलना, पढ़ना और लिखना',
    mr: 'दुसऱ्या भाषेतील सोपी वाक्ये समजणे, बोलणे, वाचणे व लिहिणे',
  },
  'Reads and writes large numbers and simple fractions, and adds, subtracts, multiplies and divides': {
    hi: 'बड़ी संख्याएँ और सरल भिन्न पढ़ना-लिखना, तथा जोड़, घटाव, गुणा और भाग करना',
    mr: 'मोठ्या संख्या व सोपे अपूर्णांक वाचणे-लिहिणे, तसेच बेरीज, वजाबाकी, गुणाकार व भागाकार करणे',
  },
  'Describes shapes and finds symmetry and patterns': {
    hi: 'आकृतियों का वर्णन करना, सममिति और पैटर्न पहचानना',
    mr: 'आकृत्यांचे वर्णन करणे, सममिती व आकृतिबंध ओळखणे',
  },
  'Measures length, weight, capacity and time, and handles money': {
    hi: 'लंबाई, भार, धारिता और समय मापना, तथा पैसों का हिसाब करना',
    mr: 'लांबी, वजन, धारकता व वेळ मोजणे, तसेच पैशांचा हिशोब करणे',
  },
  'Solves puzzles and everyday problems, and explains how': {
    hi: 'पहेलियाँ और रोज़मर्रा के सवाल हल करना, और तरीका समझाना',
    mr: 'कोडी व रोजचे प्रश्न सोडवणे, आणि ते कसे सोडवले ते सांगणे',
  },
  'Observes plants, animals and people, and explains how they depend on each other': {
    hi: 'पौधों, पशुओं और लोगों का अवलोकन करना, और बताना कि वे एक-दूसरे पर कैसे निर्भर हैं',
    mr: 'वनस्पती, प्राणी व माणसांचे निरीक्षण करणे, आणि ते एकमेकांवर कसे अवलंबून आहेत ते सांगणे',
  },
  'Reads simple maps, and collects information to answer own questions': {
    hi: 'सरल नक्शे पढ़ना, और अपने प्रश्नों के उत्तर के लिए जानकारी जुटाना',
    mr: 'सोपे नकाशे वाचणे, आणि स्वतःच्या प्रश्नांच्या उत्तरांसाठी माहिती जमवणे',
  },
  'Keeps safe at home, at school and on the road, and helps others to do so': {
    hi: 'घर, विद्यालय और सड़क पर सुरक्षित रहना, और इसमें दूसरों की सहायता करना',
    mr: 'घरी, शाळेत व रस्त्यावर सुरक्षित राहणे, आणि त्यासाठी इतरांना मदत करणे',
  },
  'Treats other people and ways of life with respect, and takes care of nature': {
    hi: 'दूसरे लोगों और उनके जीवन के तरीकों का आदर करना, और प्रकृति का ध्यान रखना',
    mr: 'इतर माणसे व त्यांच्या जीवनपद्धती यांचा आदर करणे, आणि निसर्गाची काळजी घेणे',
  },
  'Makes useful things by hand, such as in gardening, cooking or craft': {
    hi: 'हाथ से उपयोगी काम करना, जैसे बागवानी, खाना बनाना या शिल्प',
    mr: 'हातांनी उपयुक्त काम करणे, जसे बागकाम, स्वयंपाक किंवा हस्तकला',
  },
  'Shows own ideas and feelings in pictures, music, dance or drama': {
    hi: 'चित्र, संगीत, नृत्य या नाटक से अपने विचार और भाव दिखाना',
    mr: 'चित्र, संगीत, नृत्य किंवा नाट्यातून स्वतःचे विचार व भावना दाखवणे',
  },
  'Knows arts of the own region, and says what is pleasing in the work of others': {
    hi: 'अपने क्षेत्र की कलाएँ जानना, और बताना कि दूसरों की कला में क्या अच्छा लगा',
    mr: 'आपल्या प्रदेशातील कला माहीत असणे, आणि इतरांच्या कलेत काय आवडले ते सांगणे',
  },
  'Runs, throws, catches and balances well in games and yoga': {
    hi: 'खेल और योग में अच्छी तरह दौड़ना, फेंकना, पकड़ना और संतुलन रखना',
    mr: 'खेळ व योगात चांगले धावणे, फेकणे, झेलणे व तोल सांभाळणे',
  },
  'Plays in a team, keeps to the rules, and takes winning and losing calmly': {
    hi: 'टोली में खेलना, नियमों का पालन करना, और हार-जीत को सहजता से लेना',
    mr: 'संघात खेळणे, नियम पाळणे, आणि हार-जीत शांतपणे स्वीकारणे',
  },
  'Keeps clean, eats healthy food, and tells somebody when something is wrong': {
    hi: 'स्वच्छ रहना, पौष्टिक भोजन करना, और कोई परेशानी हो तो बताना',
    mr: 'स्वच्छ राहणे, पौष्टिक आहार घेणे, आणि काही त्रास असेल तर सांगणे',
  },
  Awareness: { hi: 'जागरूकता', mr: 'जाणीव' },
  Sensitivity: { hi: 'संवेदनशीलता', mr: 'संवेदनशीलता' },
  Creativity: { hi: 'सृजनशीलता', mr: 'सर्जनशीलता' },
  'Understands the ideas of the lessons and how they are connected': {
    hi: 'पाठों के विचार और उनका आपसी संबंध समझना',
    mr: 'पाठांतील संकल्पना व त्यांचा परस्परसंबंध समजणे',
  },
  'Uses what was learnt in daily life': { hi: 'सीखी हुई बातों का दैनिक जीवन में उपयोग', mr: 'शिकलेल्याचा दैनंदिन जीवनात उपयोग' },
  'Works with others and listens to what they say': {
    hi: 'दूसरों के साथ काम करना और उनकी बात सुनना',
    mr: 'इतरांसोबत काम करणे व त्यांचे ऐकणे',
  },
  'Cares for people, society and nature': { hi: 'लोगों, समाज और प्रकृति का ध्यान रखना', mr: 'माणसे, समाज व निसर्ग यांची काळजी घेणे' },
  'Asks own questions and looks for own answers': { hi: 'स्वयं प्रश्न पूछना और उत्तर खोजना', mr: 'स्वतः प्रश्न विचारणे व उत्तरे शोधणे' },
  'Expresses ideas in several ways': { hi: 'विचारों को कई तरीकों से व्यक्त करना', mr: 'विचार विविध प्रकारे मांडणे' },
  Sky: { hi: 'आकाश', mr: 'आकाश' },
  Mountain: { hi: 'पर्वत', mr: 'पर्वत' },
  Stream: { hi: 'झरना', mr: 'झरा' },
  'Without support, also in what is new': { hi: 'बिना सहायता के, नई बातों में भी', mr: 'मदतीशिवाय, नव्या गोष्टींतही' },
  'With occasional support': { hi: 'कभी-कभी सहायता के साथ', mr: 'अधूनमधून मदतीने' },
  'With support': { hi: 'सहायता के साथ', mr: 'मदतीने' },
}

/** Returns a word of a scheme in a language; the word itself where it is the school's own. */
export function schemeWord(word: string, language: Language): string {
  if (language === 'en' || !Object.hasOwn(words, word)) return word
  return words[word]?.[language] ?? word
}
