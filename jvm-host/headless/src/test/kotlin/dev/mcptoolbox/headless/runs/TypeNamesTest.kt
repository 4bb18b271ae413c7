package dev.mcptoolbox.headless.runs

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource

class TypeNamesTest {
    @ParameterizedTest
    @CsvSource(
        "Remote, Remote JVM Debug",
        "js.build_tools.npm, npm",
        "com.example.MagicWandRunConfigurationType, Magic Wand",
        "#com.example.HTTPProbeConfigurationFactory, HTTP Probe",
        "my-own_type, my own type",
        "K8sRunConfiguration, K8s",
        "RunConfigurationType, RunConfigurationType",
        "'.', '.'",
    )
    fun `every id has a readable name`(id: String, name: String) {
        assertThat(TypeNames.of(id)).isEqualTo(name)
    }
}
