from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import models
from django.db.models.functions import Upper


class Account(models.Model):
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    pocketoption_id = models.CharField(max_length=64)
    passcode_hash = models.CharField(max_length=128, blank=True)
    is_active = models.BooleanField(default=True)

    class Meta:
        # Ids that differ in case alone are the same to whoever signs in; by UPPER, as PostgreSQL looks them up.
        constraints = [models.UniqueConstraint(Upper("pocketoption_id"), name="one_account_for_an_id")]

    @property
    def needs_passcode(self):
        return self.user.is_staff or self.passcode_hash != ""   # staff without one cannot sign in

    def set_passcode(self, passcode):
        self.passcode_hash = make_password(passcode)

    def is_opened_by(self, passcode):
        return self.passcode_hash != "" and check_password(passcode, self.passcode_hash)
