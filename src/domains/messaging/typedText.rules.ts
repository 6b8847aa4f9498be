/** The param with the language of the text that a person typed, so that its template is in the same one. */
export const typedLanguageParam = 'typedLanguage'
