-- A child who came back to the school and leaves again gets a second certificate, and the first stays valid. Whether the child came
-- back is decided under the lock of the student (issueCertificate), so nothing is left that an index could refuse.
drop index certificates_one_original;
