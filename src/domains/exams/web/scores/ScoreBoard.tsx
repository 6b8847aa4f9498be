export default function ScoreBoard() {
  return null
}
