/**
 * What the product writes to families in Hindi where a channel needs no registered text, by kind of message: the
 * text with its variables, and the title of the notification and subject of the e-mail (domains/messaging/ownTexts.ts).
 */
export const messages = {
  LOGIN_DETAILS: {
    title: 'आपका साइन-इन',
    text: 'प्रिय अभिभावक, {{student}} के लिए {{address}} पर {{login}} और एक बार के कोड {{code}} से 7 दिन तक साइन इन किया जा सकता है। कोड पासवर्ड की जगह लिखें। {{school}}',
  },
  LOGIN_REMINDER: {
    title: 'आपका साइन-इन',
    text: 'प्रिय अभिभावक, {{student}} का साइन-इन {{address}} पर {{login}} से होता है। पासवर्ड याद न हो तो वहाँ "पासवर्ड भूल गए" चुनें। {{school}}',
  },
  SIGN_IN_CODE: {
    title: 'आपका साइन-इन कोड',
    text: '{{code}} आपका साइन-इन कोड है। इसे 5 मिनट के भीतर इस्तेमाल करें। इसे किसी को न बताएँ।',
  },
  ABSENCE: {
    title: 'अनुपस्थित',
    text: 'प्रिय अभिभावक, {{student}} ({{section}}) {{day}} को अनुपस्थित. {{school}}',
  },
  LATE: {
    title: 'देर से',
    text: 'प्रिय अभिभावक, {{student}} ({{section}}) {{day}} को देर से उपस्थित. {{school}}',
  },
  FEE_REMINDER: {
    title: 'शुल्क',
    text: 'प्रिय अभिभावक, {{student}} का ₹{{amount}} शुल्क देय है। {{link}} {{school}}',
  },
  PAY_LINK: {
    title: 'शुल्क',
    text: 'प्रिय अभिभावक, {{student}} का ₹{{amount}} शुल्क यहाँ भरा जा सकता है: {{link}} {{school}}',
  },
  WEEKLY: {
    title: 'पिछला सप्ताह',
    text: 'प्रिय अभिभावक, {{student}} ({{section}}) {{from}} से {{to}} तक {{taken}} में से {{present}} दिन उपस्थित. {{school}}',
  },
  TIMETABLE: {
    title: 'दिन के पीरियड',
    text: 'प्रिय अभिभावक, {{student}} ({{section}}), {{day}}: {{lectures}}. {{school}}',
  },
  RECEIPT: {
    title: 'शुल्क मिला',
    text: 'प्रिय अभिभावक, {{day}} को {{student}} का ₹{{amount}} शुल्क मिला ({{mode}}), रसीद {{receipt}}. {{school}}',
  },
  DISCIPLINE: {
    title: 'एक घटना',
    text: 'प्रिय अभिभावक, {{student}} ({{section}}), {{day}}: {{incident}} ({{points}} अंक). {{note}} {{school}}',
  },
  NOTICE: {
    title: 'विद्यालय की सूचना',
    text: 'प्रिय अभिभावक, {{text}} {{school}}',
  },
  EXAM: {
    title: 'परीक्षा',
    text: 'प्रिय अभिभावक, {{student}} ({{section}}) की {{exam}} {{from}} से {{to}} तक है. समय-पत्रक विद्यालय के पेज पर देखें. {{school}}',
  },
  RESULT: {
    title: 'प्रगति पत्र',
    text: 'प्रिय अभिभावक, {{student}} ({{section}}) का प्रगति पत्र, {{part}}, तैयार है. उसे विद्यालय के पेज पर देखें. {{school}}',
  },
  CHAT: {
    title: 'नया संदेश',
    text: '{{from}}: {{text}}',
  },
  APPROVAL: {
    title: 'मंज़ूरी के लिए छूट',
    text: '{{from}} ने {{amount}} की छूट माँगी है',
  },
  REGISTER: {
    title: 'हाज़िरी नहीं ली गई',
    text: '{{from}} ने {{section}} की हाज़िरी लेने की याद दिलाई है',
  },
  MARKS: {
    title: 'अंक बाक़ी हैं',
    text: '{{from}} ने अंक भरने की याद दिलाई है: {{marks}}',
  },
}
