import { Navigate } from 'react-router'
import type { AppRoute } from '../../../ui/routes.ts'

export const routes: AppRoute[] = [
  { path: '/teacher', title: 'Classes', allow: ['TEACHER'], load: () => import('./TeacherScreen.tsx') },
  { path: '/studentLectures', title: 'Lectures', allow: ['STUDENT'], load: () => import('./StudentLecturesScreen.tsx') },
  // Both are entered from a lecture that is live; opened in any other way they lead back (specification, section 2).
  { path: '/teacherLive', title: 'Live Attendance', allow: ['TEACHER'], load: async () => ({ default: ToTeacher }) },
  { path: '/studentLive', title: 'Live Lecture', allow: ['STUDENT'], load: async () => ({ default: ToStudentLectures }) },
]

function ToTeacher() {
  return <Navigate to="/teacher" replace />
}

function ToStudentLectures() {
  return <Navigate to="/studentLectures" replace />
}
