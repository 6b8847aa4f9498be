import './family.css'
import './parts.css'
