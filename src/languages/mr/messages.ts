/**
 * What the product writes to families in Marathi where a channel needs no registered text, by kind of message: the
 * text with its variables, and the title of the notification and subject of the e-mail (domains/messaging/ownTexts.ts).
 */
export const messages = {
  LOGIN_DETAILS: {
    title: 'आपले साइन-इन',
    text: 'प्रिय पालक, {{student}} यांना {{address}} येथे {{login}} आणि एकदाच चालणारा कोड {{code}} वापरून 7 दिवसांत साइन इन करता येईल. कोड पासवर्डच्या जागी लिहा. {{school}}',
  },
  LOGIN_REMINDER: {
    title: 'आपले साइन-इन',
    text: 'प्रिय पालक, {{student}} यांचे साइन-इन {{address}} येथे {{login}} ने होते. पासवर्ड आठवत नसल्यास तेथे "पासवर्ड विसरलात" निवडा. {{school}}',
  },
  SIGN_IN_CODE: {
    title: 'आपला साइन-इन कोड',
    text: '{{code}} हा आपला साइन-इन कोड आहे. तो 5 मिनिटांत वापरा. तो कोणालाही सांगू नका.',
  },
  ABSENCE: {
    title: 'अनुपस्थित',
    text: 'प्रिय पालक, {{student}} ({{section}}) {{day}} रोजी अनुपस्थित. {{school}}',
  },
  LATE: {
    title: 'उशिरा',
    text: 'प्रिय पालक, {{student}} ({{section}}) {{day}} रोजी उशिरा उपस्थित. {{school}}',
  },
  FEE_REMINDER: {
    title: 'शुल्क',
    text: 'प्रिय पालक, {{student}} यांचे ₹{{amount}} शुल्क देय आहे. {{link}} {{school}}',
  },
  PAY_LINK: {
    title: 'शुल्क',
    text: 'प्रिय पालक, {{student}} यांचे ₹{{amount}} शुल्क येथे भरता येईल: {{link}} {{school}}',
  },
  WEEKLY: {
    title: 'मागील आठवडा',
    text: 'प्रिय पालक, {{student}} ({{section}}) {{from}} ते {{to}} या काळात {{taken}} पैकी {{present}} दिवस उपस्थित. {{school}}',
  },
  TIMETABLE: {
    title: 'दिवसाच्या तासिका',
    text: 'प्रिय पालक, {{student}} ({{section}}), {{day}}: {{lectures}}. {{school}}',
  },
  RECEIPT: {
    title: 'शुल्क मिळाले',
    text: 'प्रिय पालक, {{day}} रोजी {{student}} यांचे ₹{{amount}} शुल्क मिळाले ({{mode}}), पावती {{receipt}}. {{school}}',
  },
  DISCIPLINE: {
    title: 'एक घटना',
    text: 'प्रिय पालक, {{student}} ({{section}}), {{day}}: {{incident}} ({{points}} गुण). {{note}} {{school}}',
  },
  NOTICE: {
    title: 'शाळेची सूचना',
    text: 'प्रिय पालक, {{text}} {{school}}',
  },
  EXAM: {
    title: 'परीक्षा',
    text: 'प्रिय पालक, {{student}} ({{section}}) यांची {{exam}} {{from}} ते {{to}} या काळात आहे. वेळापत्रक शाळेच्या पानावर पहा. {{school}}',
  },
  RESULT: {
    title: 'प्रगतिपत्रक',
    text: 'प्रिय पालक, {{student}} ({{section}}) यांचे प्रगतिपत्रक, {{part}}, तयार आहे. ते शाळेच्या पेजवर पहा. {{school}}',
  },
  CHAT: {
    title: 'नवा संदेश',
    text: '{{from}}: {{text}}',
  },
  APPROVAL: {
    title: 'मंजुरीसाठी सवलत',
    text: '{{from}} यांनी {{amount}} ची सवलत मागितली आहे',
  },
  REGISTER: {
    title: 'हजेरी घेतली नाही',
    text: '{{from}} यांनी {{section}} ची हजेरी घेण्याची आठवण करून दिली आहे',
  },
  MARKS: {
    title: 'गुण भरायचे आहेत',
    text: '{{from}} यांनी गुण भरण्याची आठवण केली आहे: {{marks}}',
  },
}
