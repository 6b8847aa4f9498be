const reasons = {
  'lists the classes, sections or students that one may see: whatever of class 8 came along would be a canary, or is looked at in the tests of the domain':
    [
      ...['registersOfDay', 'attendanceSummary', 'absenceNotices', 'messages', 'pendingFees', 'pendingBySection', 'certificates'],
      ...[
        'chatThreads',
        'chatContacts',
        'chatUnread',
        'incidents',
        'disciplineTotals',
        'feeCategoryPlaces',
        'feeCategoryStudents',
      ],
      ...[
        'findReceipts',
        'deletedPayments',
        'receipts',
        'feeEntries',
        'ownReceipts',
        'chequesToClear',
        'counterDay',
        'collected',
        'feesChart',
        'students',
        'termRolls',
      ],
      ...['classes', 'sections', 'curriculum', 'reportChoices', 'messageBatches'],
    ],
  'says what one may do, or how the school does things': [
    ...[
      'attendanceViewerCan',
      'certificatesViewerCan',
      'disciplineViewerCan',
      'feesViewerCan',
      'idCardsViewerCan',
      'gateViewerCan',
    ],
    ...['reportsViewerCan', 'messagesViewerCan', 'classesViewerCan', 'studentsViewerCan', 'holidays', 'certificateFormats'],
    ...['readyFormats', 'certificateFields', 'certificateSerials', 'incidentTypes', 'feeCategories', 'fees', 'idCardDesigns'],
    ...['refusedCommands', 'userRoles', 'idCardSchool', 'messageTemplates', 'messageKinds', 'school', 'terms'],
  ],
  'is about staff, who belong to no class': [
    ...['users', 'teachers', 'user', 'userAssignments', 'addUser', 'updateUser', 'setUserDisabled', 'setUserPhoto'],
    ...['setUserPassword', 'handOutUserCode', 'deleteUser', 'importTeachers', 'clerks'],
  ],
  'is about things of the whole school': [
    'receiptCorrectors',
    ...['buses', 'addBus', 'updateBus', 'setBusDisabled', 'gateDevices', 'gateBoard', 'recordScans', 'requestUpload'],
  ],
  'is about the asker’s own': [
    'addDeviceToken',
    'signedInDevices',
    'signOutDevice',
    'signOutOtherDevices',
    'changePassword',
    'removeDeviceToken',
    'documentJobs',
    'documentJob',
    'cancelDocument',
    'mailDocument',
  ],
  'removes an empty class; that of class 8 is not empty, and addClass and updateClass show that it is not found': ['deleteClass'],
}

/** Why an operation that an ADMIN limited to classes may use has no row out of class in its expectation. */
export const withoutClass: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(reasons).flatMap(([reason, names]) => names.map((name) => [name, reason])),
)
