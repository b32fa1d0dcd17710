-- Members see what was done to their account, by themselves or by staff: the audit log is read by what was acted on.
CREATE INDEX audit_log_by_target ON audit_log (target, at);
