// A build without libcurl's headers has no network; see CBelvedereCurl.
#if __has_include(<curl/curl.h>)
#include <curl/curl.h>
#endif
